import { ApiError } from '../data/api-error';
import type { LiveCredentials } from './connection';
import { LiveHub } from './hub';
import type { LiveObserver, LiveRefusal, LiveTarget, LiveUpdate } from './target';
import { LiveState } from './target-state';

const LIFE_MS = 60 * 60_000;
const users: LiveTarget = { kind: 'collection', path: 'rooms/a/users' };
const comments: LiveTarget = { kind: 'collection', path: 'rooms/a/comments' };
const otherRoom: LiveTarget = { kind: 'document', path: 'rooms/b' };
const refusal = new ApiError({ status: 409, code: 'not_joined', message: '' });
const silence = new ApiError({ status: 0, code: 'unavailable', message: '' });

/** A fake service that responds on each connection when the test says so. */
class Service {
  readonly asked: string[][] = [];
  readonly lines: Array<{ isClosed: boolean; observers: Map<string, LiveObserver> }> = [];
  /** The api's error in place of a token. */
  failure: (rooms: string[]) => ApiError | null = () => null;
  /** Whether a target gets its first response immediately. */
  isPrompt = true;
  ids = ['x', 'y'];

  readonly hub = new LiveHub({
    fetchCredentials: (rooms) => {
      this.asked.push(rooms);
      const failure = this.failure(rooms);
      return failure
        ? Promise.reject(failure)
        : Promise.resolve({
            token: '',
            config: {},
            expiresAt: new Date(Date.now() + LIFE_MS).toISOString(),
          } as unknown as LiveCredentials);
    },
    openConnection: () => {
      const line = { isClosed: false, observers: new Map<string, LiveObserver>() };
      this.lines.push(line);
      return Promise.resolve({
        listen: ({ path }: LiveTarget, observer: LiveObserver) => {
          line.observers.set(path, observer);
          if (this.isPrompt) observer.next(this.whole());
          return () => {
            if (line.observers.get(path) === observer) line.observers.delete(path);
          };
        },
        close: () => {
          line.isClosed = true;
          return Promise.resolve();
        },
      });
    },
  });

  whole(isLive = true): LiveUpdate {
    return { isWhole: false, changed: this.ids.map((id) => [id, { id }]), removed: [], order: this.ids, isLive };
  }
}

function listener() {
  const state = new LiveState();
  const heard = { updates: 0, refusals: [] as LiveRefusal[], isLiveAlways: true };
  const observer: LiveObserver = {
    next: (update) => {
      heard.updates += 1;
      heard.isLiveAlways &&= update.isLive;
      state.take(update);
    },
    refuse: (code) => heard.refusals.push(code),
  };
  return { observer, heard, ids: () => state.list().map(({ id }) => id) };
}

const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('requests a target once for two listeners, and sends a late one the current state', async () => {
  const service = new Service();
  const [first, second] = [listener(), listener()];
  service.hub.listen(users, first.observer);
  await settle();
  service.hub.listen(users, second.observer);
  expect([first.ids(), second.ids()]).toEqual([
    ['x', 'y'],
    ['x', 'y'],
  ]);
  expect([service.asked, service.lines.length, service.lines[0]?.observers.size]).toEqual([[['a']], 1, 1]);
});

it('reads all targets of a room over one connection', async () => {
  const service = new Service();
  service.hub.listen(users, listener().observer);
  service.hub.listen(comments, listener().observer);
  await settle();
  service.hub.listen({ kind: 'document', path: 'people/me' }, listener().observer);
  expect(service.asked).toEqual([['a']]);
  expect([...(service.lines[0]?.observers.keys() ?? [])]).toEqual(['rooms/a/users', 'rooms/a/comments', 'people/me']);
});

it('replaces the connection for another room, and receives from the old one until the new one has responded', async () => {
  const service = new Service();
  const first = listener();
  service.hub.listen(users, first.observer);
  await settle();
  service.isPrompt = false;
  service.hub.listen(otherRoom, listener().observer);
  await settle();
  const [before, after] = service.lines;
  expect(service.asked).toEqual([['a'], ['a', 'b']]);
  after?.observers.get('rooms/a/users')?.next({ ...service.whole(false), changed: [], order: [] });
  before?.observers
    .get('rooms/a/users')
    ?.next({ isWhole: false, changed: [['z', { id: 'z' }]], removed: ['x'], order: ['y', 'z'], isLive: true });
  expect(first.ids()).toEqual(['y', 'z']);
  service.ids = ['y', 'z'];
  after?.observers.get('rooms/a/users')?.next(service.whole());
  expect([first.ids(), first.heard.isLiveAlways, before?.observers.size]).toEqual([['y', 'z'], true, 0]);
  after?.observers.get('rooms/b')?.next(service.whole());
  await settle();
  expect([before?.isClosed, after?.isClosed]).toEqual([true, false]);
});

it('renews a token before it expires', async () => {
  const service = new Service();
  const first = listener();
  service.hub.listen(users, first.observer);
  await settle(LIFE_MS * 0.79);
  expect(service.lines).toHaveLength(1);
  await settle(LIFE_MS * 0.02);
  expect([service.lines.length, service.lines[0]?.isClosed, service.lines[1]?.isClosed]).toEqual([2, true, false]);
  expect([first.ids(), first.heard.isLiveAlways]).toEqual([['x', 'y'], true]);
});

it('reports a state as unconfirmed when its connection is closed before the new one has delivered', async () => {
  const service = new Service();
  const [silent, prompt] = [listener(), listener()];
  service.hub.listen(users, silent.observer);
  service.hub.listen(comments, prompt.observer);
  await settle();
  service.isPrompt = false;
  await settle(LIFE_MS * 0.8);
  const [before, after] = service.lines;
  after?.observers.get('rooms/a/comments')?.next(service.whole());
  expect([before?.isClosed, silent.heard.isLiveAlways]).toEqual([false, true]);
  await settle(10_000);
  expect(before?.isClosed).toBe(true);
  expect([silent.heard.isLiveAlways, prompt.heard.isLiveAlways]).toEqual([false, true]);
  expect(silent.ids()).toEqual(['x', 'y']);
  silent.heard.isLiveAlways = true;
  after?.observers.get('rooms/a/users')?.next(service.whole());
  expect([silent.heard.isLiveAlways, silent.ids()]).toEqual([true, ['x', 'y']]);
});

it('keeps the old connection while the renewal fails', async () => {
  const service = new Service();
  service.hub.listen(users, listener().observer);
  await settle();
  service.failure = () => silence;
  await settle(LIFE_MS * 0.81);
  expect([service.lines.length, service.lines[0]?.isClosed]).toEqual([1, false]);
  service.failure = () => null;
  await settle(60_000);
  expect([service.lines.length, service.lines[0]?.isClosed]).toEqual([2, true]);
});

it('reports the rooms that the api refuses, and continues with the others', async () => {
  const service = new Service();
  const [allowed, refused] = [listener(), listener()];
  service.failure = (rooms) => (rooms.includes('b') ? refusal : null);
  service.hub.listen(users, allowed.observer);
  service.hub.listen(otherRoom, refused.observer);
  await settle(5000);
  expect([allowed.ids(), allowed.heard.refusals]).toEqual([['x', 'y'], []]);
  expect(refused.heard.refusals).toEqual(['permission-denied']);
});

it('retries indefinitely with growing delays when there is no response, and at once when the device is online again', async () => {
  const service = new Service();
  const first = listener();
  service.failure = () => silence;
  service.hub.listen(users, first.observer);
  await settle(10 * 60_000);
  const attempts = service.asked.length;
  expect(attempts).toBeGreaterThan(8);
  expect(attempts).toBeLessThan(40);
  service.failure = () => null;
  service.hub.reconnectNow();
  await settle();
  expect(first.ids()).toEqual(['x', 'y']);
});

it('opens a new connection once when the device is online again, even if the old one looks alive', async () => {
  const service = new Service();
  const first = listener();
  service.hub.listen(users, first.observer);
  await settle(10_000);
  service.ids = ['x', 'y', 'z'];
  service.hub.reconnectNow();
  expect(first.heard.isLiveAlways).toBe(false);
  expect(first.ids()).toEqual(['x', 'y']);
  await settle();
  expect(first.ids()).toEqual(['x', 'y', 'z']);
  expect(service.lines.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  service.hub.reconnectNow();
  await settle();
  expect(service.lines).toHaveLength(2);
});

it('treats a denial of a new token as final', async () => {
  const service = new Service();
  const first = listener();
  service.hub.listen(users, first.observer);
  await settle();
  service.lines[0]?.observers.get('rooms/a/users')?.refuse('permission-denied');
  expect([first.heard.refusals, service.lines.length]).toEqual([['permission-denied'], 1]);
});

it('requests a new token after a denial of an old one, which may have expired while the machine slept', async () => {
  const service = new Service();
  const first = listener();
  service.hub.listen(users, first.observer);
  await settle(30 * 60_000);
  service.lines[0]?.observers.get('rooms/a/users')?.refuse('permission-denied');
  expect(first.heard.isLiveAlways).toBe(false);
  await settle();
  expect([first.heard.refusals, first.ids(), service.lines.length]).toEqual([[], ['x', 'y'], 2]);
});

it('disconnects after a while without listeners, but not between two pages', async () => {
  const service = new Service();
  const stop = service.hub.listen(users, listener().observer);
  await settle();
  stop();
  await settle(4000);
  const stopAgain = service.hub.listen(users, listener().observer);
  await settle(4000);
  expect([service.lines.length, service.lines[0]?.isClosed]).toEqual([1, false]);
  stopAgain();
  await settle(5000);
  expect(service.lines[0]?.isClosed).toBe(true);
});
