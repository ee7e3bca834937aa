import { createBatch } from './batch';

/** Loads that the test completes explicitly. */
function setUp({ atOnce = 1, max = 100 } = {}) {
  const loads: { keys: number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = createBatch<number, string>({
    atOnce,
    max,
    load: (keys) =>
      new Promise((resolve, reject) => {
        loads.push({ keys, answer: () => resolve(keys.map((key) => `${key}!`)), fail: reject });
      }),
  });
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { loads, ask, turn };
}

it('answers concurrent requests with one load, each with its own value', async () => {
  const { loads, ask, turn } = setUp();
  const answers = Promise.all([ask(1), ask(2), ask(3)]);
  await turn();
  expect(loads.map(({ keys }) => keys)).toEqual([[1, 2, 3]]);
  loads[0]?.answer();
  expect(await answers).toEqual(['1!', '2!', '3!']);
});

it('answers a request only with a load that started after it', async () => {
  const { loads, ask, turn } = setUp();
  const early = ask(1);
  await turn();
  const late = ask(1);
  await turn();
  expect(loads).toHaveLength(1);
  loads[0]?.answer();
  await early;
  await turn();
  expect(loads.map(({ keys }) => keys)).toEqual([[1], [1]]);
  loads[1]?.answer();
  expect(await late).toBe('1!');
});

it('limits the number of concurrent loads and their size', async () => {
  const { loads, ask, turn } = setUp({ atOnce: 2, max: 2 });
  const answers = Promise.all([1, 2, 3, 4, 5].map(ask));
  await turn();
  expect(loads.map(({ keys }) => keys)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (const { answer } of loads) answer();
  await turn();
  loads[2]?.answer();
  expect(await answers).toEqual(['1!', '2!', '3!', '4!', '5!']);
});

it('rejects all requests of a failed load, and continues', async () => {
  const { loads, ask, turn } = setUp();
  const failed = Promise.allSettled([ask(1), ask(2)]);
  await turn();
  loads[0]?.fail(new Error('the database is away'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = ask(3);
  await turn();
  loads[1]?.answer();
  expect(await next).toBe('3!');
});
