import type { PartOutcome } from './registry';
import { outcomeReporter } from './report-outcome';

const outcome = { remote: 'mf-events', kind: 'pages', key: '/events', version: '1.0.0-a' } as const;
const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  performance.mark = jest.fn() as unknown as Performance['mark'];
  navigator.sendBeacon = (url, body) => sent.push({ url, ...(JSON.parse(String(body)) as object) }) > 0;
});
const report = (given: Partial<PartOutcome>) => outcomeReporter('a-token')({ ...outcome, status: 'failed', ...given });

it('reports where an error was thrown, without its message and without the origin', () => {
  const error = new TypeError('メール aoi@example.jp は使えません');
  error.stack = `TypeError: ${error.message}
    at Form (https://manabiba.example/r/mf-events/1.0.0-a/131.cefd2863.js:1:2345)
    at https://cdn.manabiba.example/~r1/r/mf-events/1.0.0-a/remote-entry.js:1:10
    at renderWithHooks@https://manabiba.example/s/abcd1234/shell.js:2:99`;
  report({ error });
  expect(sent).toEqual([
    {
      url: '/beacon/failure',
      view: 'a-token',
      remote: 'mf-events',
      version: '1.0.0-a',
      frames: [
        '/r/mf-events/1.0.0-a/131.cefd2863.js:1:2345',
        '/r/mf-events/1.0.0-a/remote-entry.js:1:10',
        '/s/abcd1234/shell.js:2:99',
      ],
    },
  ]);
});

it('reports ten positions at most, and a failure without a stack', () => {
  const error = new Error('deep');
  error.stack = Array.from({ length: 30 }, (_, line) => `at /r/mf-events/1.0.0-a/page.js:${line}:1`).join('\n');
  report({ error });
  report({ error: 'no error at all' });
  report({});
  expect(sent).toMatchObject([{ frames: { length: 10 } }, { frames: [] }, { frames: [] }]);
});

it('reports nothing of a part that is ready', () => {
  report({ status: 'ready' });
  expect(sent).toEqual([]);
});
