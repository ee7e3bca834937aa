import type { BoardChange } from '@manabiba/shared/contract/board-elements';
import { MAX_BOARD_CHANGES } from '@manabiba/shared/contract/limits';
import { ApiError } from '@manabiba/shared/data/api-error';

import { aBoardElement } from '../../core/testing/room-builders';
import { createBoardSync } from './board-sync';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function setUp() {
  const calls: { changes: BoardChange[]; done: () => void; fail: (error: unknown) => void }[] = [];
  const refused: string[] = [];
  const sync = createBoardSync({
    send: (changes) =>
      new Promise<void>((done, fail) => {
        calls.push({ changes, done, fail });
      }),
    onRefused: ({ code }) => refused.push(code),
  });
  const offer = (...elements: ReturnType<typeof aBoardElement>[]) => sync.offer(elements, (element) => element);
  /** Waits for the next call, and lets it succeed. */
  const pass = async (milliseconds = 200) => {
    await jest.advanceTimersByTimeAsync(milliseconds);
    calls.at(-1)?.done();
    await jest.advanceTimersByTimeAsync(0);
  };
  const versions = () => calls.map(({ changes }) => changes.map(({ version }) => version));
  return { calls, refused, sync, offer, pass, versions };
}

const a = (version: number) => aBoardElement({ id: 'a', version });

it('sends the latest version of each change, one call at a time', async () => {
  const { offer, pass, versions } = setUp();
  offer(a(1));
  await jest.advanceTimersByTimeAsync(0);
  offer(a(2));
  offer(a(3), aBoardElement({ id: 'b' }));
  await jest.advanceTimersByTimeAsync(1000);
  expect(versions()).toEqual([[1]]);
  await pass();
  await pass();
  expect(versions()).toEqual([[1], [3, 1]]);
  offer(a(3));
  await pass();
  expect(versions()).toHaveLength(2);
});

it('waits 125 ms from one call to the next', async () => {
  const { calls, offer, versions } = setUp();
  offer(a(1));
  await jest.advanceTimersByTimeAsync(0);
  calls[0]?.done();
  await jest.advanceTimersByTimeAsync(0);
  offer(a(2));
  await jest.advanceTimersByTimeAsync(120);
  expect(versions()).toEqual([[1]]);
  await jest.advanceTimersByTimeAsync(10);
  expect(versions()).toEqual([[1], [2]]);
});

it('sends nothing back that has arrived, and nothing older', async () => {
  const { sync, offer, pass, calls } = setUp();
  sync.receive([a(5)]);
  offer(a(5), a(4));
  await pass();
  expect(calls).toEqual([]);
});

it.each([
  ['no connection', new ApiError({ status: 0, code: 'unavailable', message: '' })],
  ['too many calls', new ApiError({ status: 429, code: 'rate_limited', message: '' })],
])('sends again after %s, the newest version', async (_why, error) => {
  const { calls, offer, pass, refused, versions } = setUp();
  offer(a(1));
  await jest.advanceTimersByTimeAsync(0);
  offer(a(2));
  calls[0]?.fail(error);
  await jest.advanceTimersByTimeAsync(900);
  expect(versions()).toEqual([[1]]);
  await pass();
  expect(versions()).toEqual([[1], [2]]);
  expect(refused).toEqual([]);
});

it('gives up what the api refuses', async () => {
  const { calls, offer, pass, refused } = setUp();
  offer(a(1));
  await jest.advanceTimersByTimeAsync(0);
  calls[0]?.fail(new ApiError({ status: 403, code: 'role_required', message: '' }));
  await pass(5000);
  expect(refused).toEqual(['role_required']);
  expect(calls).toHaveLength(1);
});

it('sends changes of what it has gone back to after a refusal', async () => {
  const { calls, offer, pass, sync, versions } = setUp();
  sync.receive([a(1)]);
  offer(a(5));
  await jest.advanceTimersByTimeAsync(0);
  calls[0]?.fail(new ApiError({ status: 409, code: 'full', message: '' }));
  await jest.advanceTimersByTimeAsync(0);
  sync.startOver([a(1)]);
  offer(a(1));
  await pass();
  offer(a(2));
  await pass();
  expect(versions()).toEqual([[5], [2]]);
});

it('splits what is more than one call takes', async () => {
  const { calls, offer, pass } = setUp();
  offer(...Array.from({ length: MAX_BOARD_CHANGES + 20 }, (_, index) => aBoardElement({ id: `e${index}` })));
  await pass();
  await pass();
  const points = Array.from({ length: 3000 }, (): [number, number] => [123.456, 789.123]);
  offer(...['x', 'y', 'z'].map((id) => aBoardElement({ id, type: 'line', points })));
  await pass();
  await pass();
  await pass();
  expect(calls.map(({ changes }) => changes.length)).toEqual([MAX_BOARD_CHANGES, 20, 1, 1, 1]);
});
