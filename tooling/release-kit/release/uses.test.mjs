import { describeUses } from './uses.mjs';

const events = { remote: 'mf-events', version: '1.0.0-a', place: 'live' };
const inPreview = { remote: 'mf-account', version: '1.0.0-b', place: 'preview' };

it('names each release that uses a name, by how it does, and where those are that are not live', () => {
  const names = [
    { kind: 'shown_slot', name: 'ratings', users: [events, inPreview] },
    { kind: 'filled_slot', name: 'ratings', users: [events] },
    { kind: 'facade', name: 'toast', users: [events] },
  ];
  expect(describeUses('ratings', { names, unknown: [] })).toEqual([
    'mf-events 1.0.0-a: shows the slot ratings',
    'mf-account 1.0.0-b (preview): shows the slot ratings',
    'mf-events 1.0.0-a: fills the slot ratings',
  ]);
  expect(describeUses('toast', { names, unknown: [] })).toEqual(['mf-events 1.0.0-a: takes from the facade toast']);
});

it('says of which releases the answer is not known', () => {
  const unknown = [
    { ...events, isFacadeOnly: true },
    { ...inPreview, isFacadeOnly: false },
  ];
  expect(describeUses('toast', { names: [], unknown })).toEqual([
    'No release uses toast.',
    'mf-events 1.0.0-a: what it uses of the facade is not known, because of how it is bundled',
    'mf-account 1.0.0-b (preview): its files cannot be read',
  ]);
});
