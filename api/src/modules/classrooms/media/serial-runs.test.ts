import { createSerialRuns } from './serial-runs';

/** Work that ends when the test says so. */
function setUp() {
  const begun: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const run = createSerialRuns(
    (key) =>
      new Promise((resolve, reject) => {
        begun.push(key);
        ends.push((error) => (error ? reject(error) : resolve()));
      }),
  );
  return { begun, ends, run };
}

it('runs one key at a time and shares the next run among calls made during a run', async () => {
  const { begun, ends, run } = setUp();
  const first = run('a');
  const second = run('a');
  expect(run('a')).toBe(second);
  expect(begun).toEqual(['a']);
  ends[0]?.();
  await first;
  const third = run('a');
  expect(begun).toEqual(['a', 'a']);
  ends[1]?.();
  await second;
  ends[2]?.();
  await third;
  expect(begun).toEqual(['a', 'a', 'a']);
});

it('runs different keys in parallel', () => {
  const { begun, run } = setUp();
  void run('a');
  void run('b');
  expect(begun).toEqual(['a', 'b']);
});

it('rejects only the calls of a failed run', async () => {
  const { ends, run } = setUp();
  const first = run('a');
  const second = run('a');
  ends[0]?.(new Error('unreachable'));
  await expect(first).rejects.toThrow('unreachable');
  ends[1]?.();
  await expect(second).resolves.toBeUndefined();
});
