import type { Registry } from '@manabiba/shared/composition/boot-data';
import type { RemoteDoor } from '@manabiba/shared/composition/remote-door';
import { aRegistry } from '../testing/a-registry';
import { GIVE_UP_MS, SLOW_MS } from './patience';
import { Remotes } from './remotes';

const Page = () => null;
const page = { remote: 'mf-events', kind: 'pages', key: '/events' } as const;
const slot = { remote: 'mf-events', kind: 'slots', key: 'top-events' } as const;
const good: RemoteDoor = { pages: { '/events': () => Promise.resolve(Page) }, slots: { 'top-events': () => Promise.resolve(Page) } };
const registry = aRegistry({ 'mf-events': { routes: [{ path: '/events' }], slots: ['top-events'] } });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function setUp(sources: Partial<ConstructorParameters<typeof Remotes>[1]> = {}) {
  const entries: Array<[entry: string, isFurther: boolean]> = [];
  const dropped: string[] = [];
  const forgotten: string[] = [];
  const loadDoor = sources.loadDoor ?? (() => Promise.resolve(good));
  const remotes = new Remotes(registry, {
    stylesLoaded: () => Promise.resolve(), dropPendingFiles: (base) => dropped.push(base),
    forgetChunks: (container) => forgotten.push(container), fetchRegistry: () => Promise.resolve(registry), pageUrl: () => 'http://localhost/events', ...sources,
    loadDoor: (container, entry, isFurther) => {
      entries.push([entry, isFurther]);
      return loadDoor(container, entry, isFurther);
    },
  });
  return { remotes, entries, dropped, forgotten, status: (name: typeof page | typeof slot = page) => remotes.stateOf(name).status };
}
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

it('loads a part once, with one door for all parts of a remote', async () => {
  const { remotes, entries, status } = setUp();
  remotes.load(page);
  expect(status()).toBe('loading');
  remotes.use(page);
  remotes.use(slot);
  await settle();
  expect([status(), status(slot)]).toEqual(['ready', 'ready']);
  expect(entries).toEqual([['/r/mf-events/1.0.0/entry.js', false]]);
});

it('says that a part is slow, then that it failed, and takes it when it comes after all', async () => {
  let arrive: (door: RemoteDoor) => void = () => undefined;
  const { remotes, status } = setUp({ loadDoor: () => new Promise((resolve) => { arrive = resolve; }) });
  remotes.use(page);
  await settle(SLOW_MS - 1);
  expect(status()).toBe('loading');
  await settle(1);
  expect(status()).toBe('slow');
  await settle(GIVE_UP_MS - SLOW_MS);
  expect(status()).toBe('failed');
  arrive(good);
  await settle();
  expect(status()).toBe('ready');
});

it.each<[string, Partial<ConstructorParameters<typeof Remotes>[1]>]>([
  ['the container does not load', { loadDoor: () => Promise.reject(new Error('404')) }],
  ['the page throws while it loads', { loadDoor: () => Promise.resolve({ ...good, pages: { '/events': () => Promise.reject(new Error('module')) } }) }],
  ['the door does not have it', { loadDoor: () => Promise.resolve({ pages: {}, slots: {} }) }],
  ['its styles do not load', { stylesLoaded: () => Promise.reject(new Error('css')) }],
])('fails when %s', async (_what, sources) => {
  const { remotes, status } = setUp(sources);
  remotes.use(page);
  await settle();
  expect(status()).toBe('failed');
});

it('tries again from the registry as it is then, under a new path, all that is broken of that remote', async () => {
  let isDown = true;
  const rolledBack = aRegistry({ 'mf-events': { routes: [{ path: '/events' }], slots: ['top-events'], version: '0.9.0' } });
  const { remotes, entries, dropped, forgotten, status } = setUp({
    loadDoor: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(good)), fetchRegistry: () => Promise.resolve(rolledBack),
  });
  remotes.use(page);
  remotes.use(slot);
  await settle();
  expect([status(), status(slot)]).toEqual(['failed', 'failed']);
  isDown = false;
  await remotes.retry('mf-events');
  await settle();
  expect([status(), status(slot)]).toEqual(['ready', 'ready']);
  expect(entries).toEqual([['/r/mf-events/1.0.0/entry.js', false], ['/~r1/r/mf-events/0.9.0/entry.js', true]]);
  expect(dropped).toEqual(['http://localhost/r/mf-events/1.0.0/']);
  expect(forgotten).toEqual(['mf_events']);
});

it('leaves alone what is ready when another part of that remote is tried again', async () => {
  let isDown = true;
  const { remotes, forgotten, status } = setUp({
    loadDoor: () => Promise.resolve({ ...good, slots: { 'top-events': () => (isDown ? Promise.reject(new Error('chunk')) : Promise.resolve(Page)) } }),
  });
  remotes.use(page);
  remotes.use(slot);
  await settle();
  const ready = remotes.stateOf(page);
  isDown = false;
  await remotes.retry('mf-events');
  await settle();
  expect(forgotten).toEqual([]);
  expect(status(slot)).toBe('ready');
  expect(remotes.stateOf(page)).toBe(ready);
});

it('tries with what it knows when the registry cannot be had', async () => {
  let isDown = true;
  const { remotes, entries, status } = setUp({
    loadDoor: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(good)), fetchRegistry: () => Promise.reject(new Error('offline')),
  });
  remotes.use(page);
  await settle();
  isDown = false;
  await remotes.retry('mf-events');
  await settle();
  expect(status()).toBe('ready');
  expect(entries.at(-1)?.[0]).toBe('/~r1/r/mf-events/1.0.0/entry.js');
});

it('tries again by itself what failed before anybody looked', async () => {
  let isDown = true;
  const { remotes, status } = setUp({ loadDoor: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(good)) });
  remotes.load(page);
  await settle();
  expect(status()).toBe('failed');
  isDown = false;
  remotes.use(page);
  await settle();
  expect(status()).toBe('ready');
});

it('counts as loading only what is on the page', async () => {
  const { remotes } = setUp({ loadDoor: () => new Promise(() => undefined) });
  remotes.load(slot);
  expect([remotes.isLoading, remotes.isLoadingPage]).toEqual([false, false]);
  const stop = remotes.use(slot);
  expect([remotes.isLoading, remotes.isLoadingPage]).toEqual([true, false]);
  stop();
  remotes.use(page);
  expect([remotes.isLoading, remotes.isLoadingPage]).toEqual([true, true]);
  await settle(GIVE_UP_MS);
  expect(remotes.isLoading).toBe(false);
});

it('takes a remote that has come into the registry', async () => {
  const { remotes } = setUp({ fetchRegistry: () => Promise.resolve(aRegistry({ 'mf-account': { slots: ['top-following'] } }) as Registry) });
  expect(remotes.fillers('top-following')).toEqual([]);
  await remotes.refresh();
  expect(remotes.fillers('top-following')).toEqual([{ remote: 'mf-account', kind: 'slots', key: 'top-following' }]);
});
