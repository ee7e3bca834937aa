import { LiveClient } from './client';
import type { HubMessage, PageMessage } from './hub-port';
import { type LiveTarget, type LiveUpdate, targetKey } from './target';

const users: LiveTarget = { kind: 'collection', path: 'rooms/a/users', orderBy: [{ field: 'joinedAt' }] };
const key = targetKey(users);

/** The page's end of a port, with a record of what the other end receives and a way to send. */
function setUp(failures = 0) {
  let left = failures;
  const sent: PageMessage[] = [];
  const port = {
    onmessage: null as ((event: { data: HubMessage }) => void) | null,
    postMessage: (message: PageMessage) => void sent.push(message),
  };
  const client = new LiveClient(() => {
    left -= 1;
    return left < 0
      ? Promise.resolve(port as unknown as MessagePort)
      : Promise.reject(new Error('Loading chunk 1 failed.'));
  });
  const say = (message: HubMessage) => port.onmessage?.({ data: message });
  const update = (change: Partial<LiveUpdate> = {}) =>
    say({
      kind: 'update',
      key,
      update: { isWhole: false, changed: [], removed: [], order: null, isLive: true, ...change },
    });
  return {
    client,
    sent,
    say,
    update,
    kinds: () => sent.map(({ kind }) => kind),
    status: () => client.snapshotOf(users).status,
  };
}

const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const first = {
  isWhole: true,
  changed: [
    ['x', { id: 'x' }],
    ['y', { id: 'y' }],
  ],
  order: ['x', 'y'],
} as const;

beforeEach(() => {
  jest.useFakeTimers();
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, hold: () => Promise<never>) => hold() },
  });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

it('requests a target once for two components, and stops when both are unmounted', async () => {
  const { client, kinds } = setUp();
  const stops = [client.subscribe(users, jest.fn()), client.subscribe(users, jest.fn())];
  await settle();
  expect(kinds()).toEqual(['hello', 'listen']);
  stops[0]?.();
  await settle();
  expect(kinds()).toEqual(['hello', 'listen']);
  stops[1]?.();
  await settle();
  expect(kinds()).toEqual(['hello', 'listen', 'stop']);
});

it('retries loading the hub until it succeeds, and then requests its targets', async () => {
  const { client, kinds, update, status } = setUp(2);
  client.subscribe(users, jest.fn());
  await settle(3000);
  expect(kinds()).toEqual([]);
  await settle(3000);
  expect(kinds()).toEqual(['hello', 'listen']);
  update(first);
  expect(status()).toBe('live');
});

it('keeps the subscription of a component that is only moved', async () => {
  const { client, kinds } = setUp();
  const stop = client.subscribe(users, jest.fn());
  await settle();
  stop();
  client.subscribe(users, jest.fn());
  await settle();
  expect(kinds()).toEqual(['hello', 'listen']);
});

it('preserves the identity of unchanged values, and notifies only of changes', async () => {
  const { client, update } = setUp();
  const listener = jest.fn();
  client.subscribe(users, listener);
  await settle();
  update(first);
  const [x] = client.snapshotOf(users).values ?? [];
  listener.mockClear();
  update();
  expect(listener).not.toHaveBeenCalled();
  update({ changed: [['y', { id: 'y', isMuted: true }]] });
  expect(listener).toHaveBeenCalledTimes(1);
  const { values } = client.snapshotOf(users);
  expect(values).toEqual([{ id: 'x' }, { id: 'y', isMuted: true }]);
  expect(values?.[0]).toBe(x);
});

it('reports the connection status, and keeps its values through an outage', async () => {
  const { client, update, status } = setUp();
  client.subscribe(users, jest.fn());
  await settle();
  expect(status()).toBe('connecting');
  update(first);
  expect(status()).toBe('live');
  update({ isLive: false });
  expect(status()).toBe('reconnecting');
  await settle(9999);
  expect(client.statuses).toEqual(['reconnecting']);
  await settle(1);
  expect(client.statuses).toEqual(['offline']);
  expect(client.snapshotOf(users).values).toHaveLength(2);
  update({ removed: ['x'], order: ['y'] });
  expect([status(), client.snapshotOf(users).values]).toEqual(['live', [{ id: 'y' }]]);
  await settle(20_000);
  expect(status()).toBe('live');
});

it('reports an outage when nothing arrives from the start', async () => {
  const { client, status } = setUp();
  client.subscribe(users, jest.fn());
  await settle(10_000);
  expect(status()).toBe('offline');
});

it('clears a refused target, and requests it again on retry', async () => {
  const { client, update, say, status, kinds } = setUp();
  client.subscribe(users, jest.fn());
  await settle();
  update(first);
  say({ kind: 'refuse', key, code: 'permission-denied' });
  expect(client.snapshotOf(users)).toEqual({ values: undefined, status: 'refused', refusal: 'permission-denied' });
  await settle(20_000);
  expect(status()).toBe('refused');
  client.retry(users);
  await settle();
  expect([status(), kinds().at(-1)]).toEqual(['connecting', 'listen']);
  update(first);
  expect(status()).toBe('live');
});

it('requests with a refused target the others of its room again, which were refused with it', async () => {
  const { client, say, sent } = setUp();
  const comments: LiveTarget = { kind: 'collection', path: users.path.replace(/users$/, 'comments') };
  const others: LiveTarget = { kind: 'collection', path: 'rooms/cls_other/users' };
  const all = [users, comments, others];
  for (const target of all) client.subscribe(target, jest.fn());
  await settle();
  for (const target of all) say({ kind: 'refuse', key: targetKey(target), code: 'permission-denied' });
  client.retry(users);
  await settle();
  expect(all.map((target) => client.snapshotOf(target).status)).toEqual(['connecting', 'connecting', 'refused']);
  expect(sent.slice(-2)).toEqual(
    [users, comments].map((target) => ({ kind: 'listen', key: targetKey(target), target })),
  );
});
