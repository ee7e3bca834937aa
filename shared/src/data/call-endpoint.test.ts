import { PREFETCH_HEADER } from '../contract/notifications';
import { anEvent, aPage, aProfile } from '../testing/builders';
import { FakeNetwork } from '../testing/fake-network';
import { ApiError, isApiError } from './api-error';
import { callEndpoint, listenToUnauthenticated } from './call-endpoint';
import {
  createClassroomComment,
  createReservation,
  deleteReservation,
  getEvent,
  getMe,
  getUser,
  listClassrooms,
  listNotifications,
  signOut,
} from './endpoints';

let network: FakeNetwork;

beforeEach(() => {
  jest.useFakeTimers();
  network = new FakeNetwork().install();
});
afterEach(() => jest.useRealTimers());

/** Runs a call to its end, through all retry delays. */
async function outcomeOf<T>(call: Promise<T>): Promise<T | ApiError> {
  const settled = call.catch((error: unknown) => error as ApiError);
  await jest.advanceTimersByTimeAsync(60_000);
  return settled;
}

it('fills in the path and the query, omitting undefined values', async () => {
  network.answer(listClassrooms, { ...aPage([]), totalCount: 0 }).answer(getUser, aProfile());
  await outcomeOf(callEndpoint(listClassrooms, { query: { state: 'live', limit: 5, userId: undefined } }));
  await outcomeOf(callEndpoint(getUser, { params: { id: 'usr_1' } }));
  expect(network.calls(listClassrooms)[0]?.query).toEqual({ state: 'live', limit: '5' });
  expect(network.calls(getUser)[0]?.params).toEqual({ id: 'usr_1' });
});

it('returns undefined for 204', async () => {
  network.answer(signOut, undefined);
  expect(await outcomeOf(callEndpoint(signOut, {}))).toBeUndefined();
});

it('carries the message, the code and the fields of a refusal', async () => {
  network.refuse(createClassroomComment, 'invalid', {
    message: 'コメントを入力してください。',
    fields: { body: 'コメントを入力してください。' },
  });
  const error = await outcomeOf(callEndpoint(createClassroomComment, { params: { id: 'cls_1' }, body: { body: '' } }));
  expect(isApiError(error)).toBe(true);
  expect(error).toMatchObject({
    status: 422,
    code: 'invalid',
    message: 'コメントを入力してください。',
    fields: { body: 'コメントを入力してください。' },
  });
});

it('reports when to retry', async () => {
  network.refuse(getEvent, 'rate_limited', { retryAfterSeconds: 12 });
  expect(await outcomeOf(callEndpoint(getEvent, { params: { id: 'evt_1' } }))).toMatchObject({
    status: 429,
    retryAfterSeconds: 12,
  });
});

it.each([
  ['a failure of the api', 'internal' as const, 4],
  ['a 4xx', 'not_found' as const, 1],
  ['rate limiting', 'rate_limited' as const, 1],
])('after %s (%s) makes %i calls in total', async (_what, code, times) => {
  network.refuse(getEvent, code);
  expect(await outcomeOf(callEndpoint(getEvent, { params: { id: 'evt_1' } }))).toMatchObject({ code });
  expect(network.calls(getEvent)).toHaveLength(times);
});

it('does not retry where the contract forbids it', async () => {
  network.refuse(getMe, 'internal');
  await outcomeOf(callEndpoint(getMe, {}));
  expect(network.calls(getMe)).toHaveLength(1);
});

it('backs off exponentially with jitter', async () => {
  network.unplug(getEvent);
  jest.spyOn(Math, 'random').mockReturnValue(0.6);
  const call = callEndpoint(getEvent, { params: { id: 'evt_1' } }).catch(() => undefined);
  const asked = () => network.calls(getEvent).length;
  await jest.advanceTimersByTimeAsync(299);
  expect(asked()).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(2);
  await jest.advanceTimersByTimeAsync(600);
  expect(asked()).toBe(3);
  await jest.advanceTimersByTimeAsync(1199);
  expect(asked()).toBe(3);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(4);
  await call;
});

it('recovers when a retry succeeds', async () => {
  let isFirst = true;
  const event = anEvent();
  network.answer(getEvent, () => {
    if (!isFirst) return event;
    isFirst = false;
    throw new TypeError('Failed to fetch');
  });
  expect(await outcomeOf(callEndpoint(getEvent, { params: { id: event.id } }))).toEqual(event);
});

it('distinguishes a network failure from a refusal', async () => {
  network.unplug(getMe);
  expect(await outcomeOf(callEndpoint(getMe, {}))).toMatchObject({
    status: 0,
    code: 'unavailable',
    message: '問題が発生しました。もう一度お試しください。',
  });
});

it('keeps one idempotency key per intent, and sends none where the contract requires none', async () => {
  network.unplug(createReservation).unplug(deleteReservation).refuse(createClassroomComment, 'internal');
  await outcomeOf(callEndpoint(createReservation, { params: { id: 'cls_1' }, body: {} }));
  await outcomeOf(callEndpoint(createClassroomComment, { params: { id: 'cls_1' }, body: { body: 'はい' } }));
  await outcomeOf(callEndpoint(createClassroomComment, { params: { id: 'cls_1' }, body: { body: 'はい' } }));
  expect(network.calls(createReservation).map(({ headers }) => headers['Idempotency-Key'])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const keys = network.calls(createClassroomComment).map(({ headers }) => headers['Idempotency-Key']);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(keys[0]).not.toBe(keys[1]);
});

it('marks a prefetch with the header of the contract', async () => {
  network.answer(listNotifications, aPage([]));
  await outcomeOf(callEndpoint(listNotifications, {}, { prefetch: true }));
  await outcomeOf(callEndpoint(listNotifications, {}));
  expect(network.calls(listNotifications).map(({ headers }) => headers[PREFETCH_HEADER])).toEqual(['1', undefined]);
});

it('stops at once when it is aborted, also during a retry delay', async () => {
  network.unplug(getEvent);
  const controller = new AbortController();
  const call = callEndpoint(getEvent, { params: { id: 'evt_1' } }, { signal: controller.signal }).catch(
    (error: unknown) => error,
  );
  await jest.advanceTimersByTimeAsync(1);
  controller.abort(new Error('gone elsewhere'));
  expect(await call).toEqual(new Error('gone elsewhere'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(network.calls(getEvent)).toHaveLength(1);
});

it('treats a timeout as a missing response', async () => {
  network.hold(getMe);
  expect(await outcomeOf(callEndpoint(getMe, {}))).toMatchObject({ status: 0, code: 'unavailable' });
});

it('notifies listeners when the session is gone', async () => {
  const heard = jest.fn();
  const stop = listenToUnauthenticated(heard);
  network.refuse(listNotifications, 'unauthenticated');
  await outcomeOf(callEndpoint(listNotifications, {}));
  stop();
  await outcomeOf(callEndpoint(listNotifications, {}));
  expect(heard).toHaveBeenCalledTimes(1);
});
