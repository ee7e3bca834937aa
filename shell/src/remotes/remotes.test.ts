import type { RegisteredRemote, Registry, RegistryAfterFailure } from '@manabiba/shared/page/boot-data';
import type { RemoteDoor } from '@manabiba/shared/page/remote-door';

import { aRegistry } from '../testing/a-registry';
import { createHangGuard } from './hang-guard';
import { healRemotes } from './heal-remotes';
import type { PartOutcome } from './registry';
import { Remotes } from './remotes';
import { ANSWERS_MS, GIVE_UP_MS, SLOW_MS } from './timeouts';

const Page = () => null;
const page = { remote: 'mf-events', kind: 'pages', key: '/events' } as const;
const slot = { remote: 'mf-events', kind: 'slots', key: 'top-events' } as const;
const good: RemoteDoor = {
  pages: { '/events': () => Promise.resolve(Page) },
  slots: { 'top-events': () => Promise.resolve(Page) },
};
const registry = aRegistry({ 'mf-events': { routes: [{ path: '/events' }], slots: ['top-events'] } });

let stopHealing: () => void = () => undefined;
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  stopHealing();
  jest.useRealTimers();
});

function setUp(sources: Partial<ConstructorParameters<typeof Remotes>[1]> = {}, first = registry) {
  const entries: Array<[entry: string, isFurther: boolean]> = [];
  const dropped: string[] = [];
  const forgotten: string[] = [];
  const loadExposedModule = sources.loadExposedModule ?? (() => Promise.resolve(good));
  const remotes = new Remotes(first, {
    stylesLoaded: () => Promise.resolve(),
    dropPendingFiles: (base) => dropped.push(base),
    forgetChunks: (container) => forgotten.push(container),
    fetchRegistry: () => Promise.resolve(registry),
    pageUrl: () => 'http://localhost/events',
    ...sources,
    loadExposedModule: (release, entry, isFurther) => {
      entries.push([entry, isFurther]);
      return loadExposedModule(release, entry, isFurther);
    },
  });
  return {
    remotes,
    entries,
    dropped,
    forgotten,
    status: (name: typeof page | typeof slot = page) => remotes.stateOf(name).status,
  };
}
/** As the error panel does it: the release is the one that was offered. */
function showPrevious(remotes: Remotes) {
  const previous = remotes.previousOf(page);
  return remotes.beginAgain('mf-events', () => Promise.resolve(previous));
}
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

it('loads a part once, with one exposed module for all parts of a remote', async () => {
  const { remotes, entries, status } = setUp();
  remotes.load(page);
  expect(status()).toBe('loading');
  remotes.use(page);
  remotes.use(slot);
  await settle();
  expect([status(), status(slot)]).toEqual(['ready', 'ready']);
  expect(entries).toEqual([['http://localhost/r/mf-events/1.0.0/entry.js', false]]);
});

it('marks a part as slow, then as failed, and accepts it when it loads after all', async () => {
  let arrive: (exposed: RemoteDoor) => void = () => undefined;
  const { remotes, status } = setUp({
    loadExposedModule: () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  });
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
  ['the container does not load', { loadExposedModule: () => Promise.reject(new Error('404')) }],
  [
    'the page throws while it loads',
    {
      loadExposedModule: () =>
        Promise.resolve({ ...good, pages: { '/events': () => Promise.reject(new Error('module')) } }),
    },
  ],
  ['the remote does not export it', { loadExposedModule: () => Promise.resolve({ pages: {}, slots: {} }) }],
  ['its styles do not load', { stylesLoaded: () => Promise.reject(new Error('css')) }],
])('fails when %s', async (_what, sources) => {
  const { remotes, status } = setUp(sources);
  remotes.use(page);
  await settle();
  expect(status()).toBe('failed');
});

it('retries all failed parts of that remote from the current registry, under a new path', async () => {
  let isDown = true;
  const rolledBack = aRegistry({
    'mf-events': { routes: [{ path: '/events' }], slots: ['top-events'], version: '0.9.0' },
  });
  const { remotes, entries, dropped, forgotten, status } = setUp({
    loadExposedModule: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(good)),
    fetchRegistry: () => Promise.resolve(rolledBack),
  });
  remotes.use(page);
  remotes.use(slot);
  await settle();
  expect([status(), status(slot)]).toEqual(['failed', 'failed']);
  isDown = false;
  await remotes.retry('mf-events');
  await settle();
  expect([status(), status(slot)]).toEqual(['ready', 'ready']);
  expect(entries).toEqual([
    ['http://localhost/r/mf-events/1.0.0/entry.js', false],
    ['http://localhost/~r1/r/mf-events/0.9.0/entry.js', true],
  ]);
  expect(dropped).toEqual(['http://localhost/r/mf-events/1.0.0/']);
  expect(forgotten).toEqual(['mf_events']);
});

it('keeps what is known of retired pages when a part takes another release', async () => {
  let isDown = true;
  const retired = { 'mf-old': { label: '以前のページ', routes: ['/old'] } };
  const newer = aRegistry({ 'mf-events': { routes: [{ path: '/events' }], version: '2.0.0' } });
  const { remotes } = setUp(
    {
      loadExposedModule: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(good)),
      fetchRegistry: () => Promise.resolve(newer),
    },
    { ...registry, retired } as never,
  );
  remotes.use(page);
  await settle();
  isDown = false;
  await remotes.retry('mf-events');
  expect(remotes.registry).toMatchObject({ retired, remotes: { 'mf-events': { version: '2.0.0' } } });
});

it('leaves ready parts alone when another part of that remote is retried', async () => {
  let isDown = true;
  const { remotes, forgotten, status } = setUp({
    loadExposedModule: () =>
      Promise.resolve({
        ...good,
        slots: { 'top-events': () => (isDown ? Promise.reject(new Error('chunk')) : Promise.resolve(Page)) },
      }),
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

it('retries with the known release when the registry is unavailable', async () => {
  let isDown = true;
  const { remotes, entries, status } = setUp({
    loadExposedModule: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(good)),
    fetchRegistry: () => Promise.reject(new Error('offline')),
  });
  remotes.use(page);
  await settle();
  isDown = false;
  await remotes.retry('mf-events');
  await settle();
  expect(status()).toBe('ready');
  expect(entries.at(-1)?.[0]).toBe('http://localhost/~r1/r/mf-events/1.0.0/entry.js');
});

it('retries with the known release when the registry times out', async () => {
  let isDown = true;
  const { remotes, entries, status } = setUp({
    loadExposedModule: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(good)),
    fetchRegistry: () => new Promise(() => undefined),
  });
  remotes.use(page);
  await settle();
  isDown = false;
  void remotes.retry('mf-events');
  await settle(SLOW_MS);
  expect(status()).toBe('ready');
  expect(entries.at(-1)?.[0]).toBe('http://localhost/~r1/r/mf-events/1.0.0/entry.js');
});

const before = aRegistry({ 'mf-events': { routes: [{ path: '/events' }], slots: ['top-events'], version: '0.9.0' } })
  .remotes['mf-events'];
const broken: RemoteDoor = { ...good, pages: { '/events': () => Promise.reject(new Error('module')) } };

it('falls back to the previous release for failed parts only', async () => {
  const { remotes, entries, dropped, forgotten, status } = setUp({
    loadExposedModule: ({ version }) => Promise.resolve(version === '1.0.0' ? broken : good),
    fetchRegistry: (failed) =>
      Promise.resolve(failed === 'mf-events' && before ? { ...registry, previous: before } : registry),
  });
  stopHealing = healRemotes(remotes);
  remotes.use(page);
  remotes.use(slot);
  await settle();
  expect([status(), status(slot)]).toEqual(['failed', 'ready']);
  const ready = remotes.stateOf(slot);
  expect(remotes.previousOf(page)?.version).toBe('0.9.0');
  await showPrevious(remotes);
  await settle();
  expect(status()).toBe('ready');
  expect(remotes.stateOf(slot)).toBe(ready);
  expect(entries.at(-1)).toEqual(['http://localhost/~r1/r/mf-events/0.9.0/entry.js', true]);
  expect(dropped).toEqual(['http://localhost/r/mf-events/1.0.0/']);
  expect(forgotten).toEqual(['mf_events']);
});

it('returns from the previous release to the live one on retry', async () => {
  let version = '';
  const { remotes, status } = setUp({
    loadExposedModule: (release) => {
      version = release.version;
      return Promise.resolve(broken);
    },
    fetchRegistry: (failed) => Promise.resolve(failed && before ? { ...registry, previous: before } : registry),
  });
  stopHealing = healRemotes(remotes);
  remotes.use(page);
  await settle();
  await showPrevious(remotes);
  await settle();
  expect([version, status(), remotes.previousOf(page)]).toEqual(['0.9.0', 'failed', undefined]);
  await remotes.retry('mf-events');
  await settle();
  expect([version, status(), remotes.previousOf(page)]).toEqual(['1.0.0', 'failed', before]);
});

it.each<[string, Partial<RegistryAfterFailure> | null]>([
  ['there is no previous release', {}],
  ['the previous release is the one that failed', { previous: registry.remotes['mf-events'] as RegisteredRemote }],
  ['the previous release lacked that page', { previous: { ...before, routes: [] } as unknown as RegisteredRemote }],
  [
    'the previous release had the page at another path',
    {
      previous: {
        ...before,
        routes: [{ path: '/all-events', page: '/events', title: '', access: 'anyone' }],
      } as RegisteredRemote,
    },
  ],
  ['the server does not answer', null],
])('offers no previous release when %s', async (_what, answer) => {
  const { remotes, status } = setUp({
    loadExposedModule: () => Promise.resolve(broken),
    fetchRegistry: () => (answer ? Promise.resolve({ ...registry, ...answer }) : Promise.reject(new Error('offline'))),
  });
  stopHealing = healRemotes(remotes);
  remotes.use(page);
  await settle();
  expect([status(), remotes.previousOf(page)]).toEqual(['failed', undefined]);
});

describe('a part that froze the page', () => {
  beforeEach(() => sessionStorage.clear());
  const load = (sources: Partial<ConstructorParameters<typeof Remotes>[1]> = {}) =>
    setUp({ hangGuard: createHangGuard(() => sessionStorage), ...sources });
  /** A page load that freezes after the part has started. */
  async function freeze(while_: 'it loaded' | 'it rendered') {
    const { remotes } = load(while_ === 'it loaded' ? { loadExposedModule: () => new Promise(() => undefined) } : {});
    remotes.use(page);
    await settle(while_ === 'it loaded' ? 0 : ANSWERS_MS);
    if (while_ === 'it rendered') remotes.watch(page);
    jest.clearAllTimers();
  }

  it.each(['it loaded', 'it rendered'] as const)(
    'while %s does not start by itself at the next load, and is reported as failed',
    async (moment) => {
      await freeze(moment);
      const outcomes: PartOutcome[] = [];
      const { remotes, entries, status } = load({ reportOutcome: (outcome) => outcomes.push(outcome) });
      remotes.load(page);
      remotes.use(page);
      remotes.use(slot);
      await settle();
      expect([status(), status(slot)]).toEqual(['failed', 'ready']);
      expect(outcomes).toContainEqual(
        expect.objectContaining({ remote: 'mf-events', version: '1.0.0', key: '/events', status: 'failed' }),
      );
      expect(entries).toHaveLength(1);
      await remotes.retry('mf-events');
      await settle();
      expect(status()).toBe('ready');
    },
  );

  it('starts in another release', async () => {
    await freeze('it loaded');
    sessionStorage.setItem(
      'unfinished-parts',
      (sessionStorage.getItem('unfinished-parts') ?? '').replace('1.0.0', '0.9.0'),
    );
    const { remotes, status } = load();
    remotes.use(page);
    await settle();
    expect(status()).toBe('ready');
  });

  it('does not include a part after which the page stayed responsive', async () => {
    const { remotes } = load();
    remotes.use(page);
    await settle();
    remotes.watch(page);
    await settle(ANSWERS_MS);
    const next = load();
    next.remotes.use(page);
    await settle();
    expect(next.status()).toBe('ready');
  });
});

it('automatically retries a part that failed before it was shown', async () => {
  let isDown = true;
  const { remotes, status } = setUp({
    loadExposedModule: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(good)),
  });
  remotes.load(page);
  await settle();
  expect(status()).toBe('failed');
  isDown = false;
  remotes.use(page);
  await settle();
  expect(status()).toBe('ready');
});

it('counts only parts on the page as loading', async () => {
  const { remotes } = setUp({ loadExposedModule: () => new Promise(() => undefined) });
  remotes.load(slot);
  expect([remotes.isLoading, remotes.isLoadingPage]).toEqual([false, false]);
  const stop = remotes.use(slot);
  expect([remotes.isLoading, remotes.isLoadingPage]).toEqual([true, false]);
  stop();
  remotes.use(page);
  expect([remotes.isLoading, remotes.isLoadingPage]).toEqual([true, true]);
  await settle(SLOW_MS);
  expect([remotes.isLoading, remotes.isLoadingPage]).toEqual([false, true]);
  await settle(GIVE_UP_MS);
  expect(remotes.isLoadingPage).toBe(false);
});

it('picks up a remote that was added to the registry', async () => {
  const { remotes } = setUp({
    fetchRegistry: () => Promise.resolve(aRegistry({ 'mf-account': { slots: ['top-following'] } }) as Registry),
  });
  expect(remotes.fillers('top-following')).toEqual([]);
  await remotes.refresh();
  expect(remotes.fillers('top-following')).toEqual([{ remote: 'mf-account', kind: 'slots', key: 'top-following' }]);
});

it('names the remotes that fill a slot in the order of their names', async () => {
  const slots = ['top-more'];
  const { remotes } = setUp({
    fetchRegistry: () =>
      Promise.resolve(aRegistry({ 'mf-b': { slots }, 'mf-events': {}, 'mf-a': { slots } }) as Registry),
  });
  await remotes.refresh();
  expect(remotes.fillers('top-more').map(({ remote }) => remote)).toEqual(['mf-a', 'mf-b']);
});

describe('a part that the server has rendered', () => {
  const broken = () => Promise.reject(new Error('404'));

  it('counts as ready while its code is late, fails and is loaded again', async () => {
    let load: () => Promise<RemoteDoor> = broken;
    const outcomes: string[] = [];
    const { remotes, status } = setUp({
      loadExposedModule: () => load(),
      reportOutcome: (outcome) => outcomes.push(outcome.status),
    });
    remotes.adopt(page);
    remotes.use(page);
    const rendered = remotes.stateOf(page);
    await settle(GIVE_UP_MS);
    expect([remotes.stateOf(page), outcomes]).toEqual([rendered, ['failed']]);
    load = () => Promise.resolve(good);
    await remotes.retry('mf-events');
    expect([remotes.stateOf(page), outcomes]).toEqual([rendered, ['failed', 'ready']]);
    expect(status()).toBe('ready');
  });

  it('shows that it has failed when its page is opened again, as its HTML has gone', async () => {
    const { remotes, status } = setUp({ loadExposedModule: () => new Promise(() => undefined) });
    remotes.adopt(page);
    const stop = remotes.use(page);
    await settle(GIVE_UP_MS);
    expect(status()).toBe('ready');
    stop();
    await settle();
    expect(status()).toBe('failed');
  });
});
