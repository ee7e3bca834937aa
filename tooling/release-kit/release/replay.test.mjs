import { describeReplay } from './replay.mjs';

const at = '2026-11-25T00:00:00.000Z';
const events = { remote: 'mf-events', version: '1.0.0-a', isKept: true };

it('names the releases of a failure and the link that opens them', () => {
  expect(describeReplay({ at, releases: [events], link: 'https://m.example/override?grant=a' })).toEqual([
    'Reported at 2026-11-25T00:00:00.000Z, with these releases:',
    '  mf-events 1.0.0-a',
    'Open them within ten minutes: https://m.example/override?grant=a',
  ]);
});

it('says which files are gone', () => {
  expect(describeReplay({ at, releases: [{ ...events, isKept: false }], link: null })).toEqual([
    'Reported at 2026-11-25T00:00:00.000Z, with these releases:',
    '  mf-events 1.0.0-a, whose files are gone',
    'They cannot be opened any more.',
  ]);
});
