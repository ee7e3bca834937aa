import { keptPagesOf, PUSH_WORKER_PATH, type TabMessage } from '@manabiba/shared/contract/push-worker';
import type { Me } from '@manabiba/shared/contract/users';
import { createSessionStore } from '@manabiba/shared/session/session-store';
import { aMe } from '@manabiba/shared/testing/builders';

import { keepReadPages } from './keep-read-pages';

const PERSON = aMe();
const OTHER = aMe('student');
const LONG_ENOUGH_MS = 20_000;
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const provide = (on: object, name: string, value: unknown) =>
  Object.defineProperty(on, name, { value, configurable: true });

/** A tab in a browser that knows the worker already, unless it `isNew`. */
async function setUp({
  me = PERSON,
  isNew = false,
  hasOffline = true,
  savesData = false,
  isOnline = true,
}: Partial<Options> = {}) {
  const messages: TabMessage[] = [];
  const registration = { active: { postMessage: (message: TabMessage) => messages.push(message) } };
  const register = jest.fn(() => Promise.resolve(registration));
  provide(navigator, 'serviceWorker', {
    getRegistration: () => Promise.resolve(isNew ? undefined : registration),
    register,
    ready: Promise.resolve(registration),
  });
  provide(navigator, 'connection', { saveData: savesData });
  const deleted: string[] = [];
  provide(globalThis, 'caches', { delete: (name: string) => Promise.resolve(deleted.push(name)) });
  const store = createSessionStore({ me });
  store.setState({ isOnline });
  const stop = keepReadPages(store, hasOffline ? { hasOffline } : {});
  await settle();
  stops.push(stop);
  const read = () => messages.flatMap((message) => (message.kind === 'read' ? message.path : []));
  return { store, messages, read, register, deleted };
}
interface Options {
  me: Me | null;
  isNew: boolean;
  hasOffline: boolean;
  savesData: boolean;
  isOnline: boolean;
}
const stops: (() => void)[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  const loaded = ['/s/1/shell.js', '/r/mf-events/1/page.css', '/media/og.png', '/v1/events'];
  provide(performance, 'getEntriesByType', () => loaded.map((path) => ({ name: location.origin + path })));
  history.replaceState(null, '', '/events');
});
afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  delete document.documentElement.dataset.keptAt;
  jest.useRealTimers();
});

it('reports a page that stays open to the worker once, and registers the worker only then', async () => {
  const { register, messages, read } = await setUp({ isNew: true });
  await settle(9000);
  expect(register).not.toHaveBeenCalled();
  await settle(LONG_ENOUGH_MS);
  expect(register).toHaveBeenCalledWith(PUSH_WORKER_PATH, { updateViaCache: 'none' });
  const files = ['http://localhost/s/1/shell.js', 'http://localhost/r/mf-events/1/page.css'];
  expect(messages).toEqual([{ kind: 'read', owner: PERSON.id, path: '/events', files }]);
  await settle(LONG_ENOUGH_MS);
  history.replaceState(null, '', '/classrooms');
  await settle(LONG_ENOUGH_MS);
  expect(read()).toEqual(['/events', '/classrooms']);
});

it.each([
  ['a page with a query', () => history.replaceState(null, '', '/search?q=himitsu'), {}],
  ['a page that was kept itself', () => Object.assign(document.documentElement.dataset, { keptAt: '2026-01-01' }), {}],
  ['pages of a browser that saves data', () => undefined, { savesData: true }],
  ['pages while the user is unknown', () => undefined, { me: null }],
  ['pages while the server does not respond', () => undefined, { isOnline: false }],
  ['pages when that is turned off', () => undefined, { hasOffline: false }],
])('does not keep %s', async (_what, arrange, options) => {
  arrange();
  const { read, register } = await setUp(options);
  await settle(LONG_ENOUGH_MS);
  expect(read()).toEqual([]);
  expect(register).not.toHaveBeenCalled();
});

it('does not keep a page that is open in the background', async () => {
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { read } = await setUp();
  await settle(LONG_ENOUGH_MS);
  expect(read()).toEqual([]);
  hidden.mockRestore();
});

it('reports the user of the browser to the worker at once, so that it deletes the pages of others', async () => {
  const { messages } = await setUp({ me: aMe('anonymous') });
  expect(messages).toEqual([{ kind: 'person', owner: 'visitor' }]);
});

it.each([
  ['signs out', null, 'visitor'],
  ['gives way to another person', OTHER, OTHER.id],
  ['gives way to a visitor', aMe('anonymous'), 'visitor'],
])('deletes what a person has read before the page is left when the person %s', async (_what, next, owner) => {
  const { store, deleted, messages } = await setUp();
  store.setState({ me: next });
  expect(deleted).toEqual([keptPagesOf(PERSON.id)]);
  expect(messages.at(-1)).toEqual({ kind: 'person', owner });
});

it('forgets nothing when only the facts about a person change', async () => {
  const { store, deleted } = await setUp();
  store.setState({ me: { ...PERSON, nickname: '別の名前' } });
  expect(deleted).toEqual([]);
});
