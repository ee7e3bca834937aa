import type { Registry } from '@manabiba/shared/page/boot-data';
import type { RemoteDoor } from '@manabiba/shared/page/remote-door';

import { aRegistry } from '../testing/a-registry';
import { healRemotes } from './heal-remotes';
import { Remotes } from './remotes';

const Page = () => null;
const page = { remote: 'mf-events', kind: 'pages', key: '/events' } as const;
const slot = { remote: 'mf-events', kind: 'slots', key: 'top-events' } as const;
const good: RemoteDoor = {
  pages: { '/events': () => Promise.resolve(Page) },
  slots: { 'top-events': () => Promise.resolve(Page) },
};
const registryOf = (version: string) =>
  aRegistry({ 'mf-events': { routes: [{ path: '/events' }], slots: ['top-events'], version } });

let stop: () => void = () => undefined;
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  stop();
  document.body.replaceChildren();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** A page whose remote is down until `mend` is called. */
function setUp({ live = () => registryOf('1.0.0'), load }: { live?: () => Registry; load?: typeof down } = {}) {
  let isDown = true;
  const attempts: number[] = [];
  const versions: string[] = [];
  const states = new Set<string>();
  const remotes = new Remotes(registryOf('1.0.0'), {
    stylesLoaded: () => Promise.resolve(),
    dropPendingFiles: () => undefined,
    forgetChunks: () => undefined,
    fetchRegistry: () => Promise.resolve(live()),
    pageUrl: () => 'http://localhost/events',
    loadExposedModule: ({ version }) => {
      attempts.push(Math.round(performance.now() / 1000));
      versions.push(version);
      return isDown ? (load ?? down)(version) : Promise.resolve(good);
    },
  });
  remotes.subscribe(() => states.add(remotes.stateOf(page).status));
  stop = healRemotes(remotes);
  const began = Math.round(performance.now() / 1000);
  return {
    remotes,
    versions,
    states,
    /** The seconds after which the remote was requested. */
    attempts: () => attempts.map((at) => at - began),
    status: () => remotes.stateOf(page).status,
    mend: () => {
      isDown = false;
    },
  };
}
const down = (_version: string): Promise<RemoteDoor> => Promise.reject(new Error('404'));
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

it('starts a failed part again after 1, 2, 4 … 60 s, and shows nothing of it until it is ready', async () => {
  const { remotes, attempts, states, status, mend } = setUp();
  remotes.use(page);
  await settle();
  states.clear();
  await settle(190_000);
  expect(attempts()).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
  expect([...states]).toEqual(['failed']);
  mend();
  await settle(60_000);
  expect(status()).toBe('ready');
});

it.each([
  ['the user returns', () => window.dispatchEvent(new Event('focus'))],
  ['the page is visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the connection is back', () => window.dispatchEvent(new Event('online'))],
])('starts a failed part at once when %s', async (_what, wake) => {
  const { remotes, status, mend } = setUp();
  remotes.use(page);
  await settle(32_000);
  mend();
  await settle(20_000);
  expect(status()).toBe('failed');
  wake();
  await settle();
  expect(status()).toBe('ready');
});

it.each([
  ['hidden', () => jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)],
  ['offline', () => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
])('waits while the page is %s', async (_what, change) => {
  const { remotes, attempts } = setUp();
  remotes.use(page);
  await settle();
  const changed = change();
  await settle(60_000);
  expect(attempts()).toEqual([0]);
  changed.mockRestore();
  await settle(1000);
  expect(attempts()).toHaveLength(2);
});

it('lets late code arrive for 30 s before it is requested again', async () => {
  const { remotes, attempts } = setUp({ load: () => new Promise(() => undefined) });
  remotes.use(page);
  await settle(39_000);
  expect(attempts()).toEqual([0]);
  await settle(3000);
  expect(attempts()).toEqual([0, 41]);
});

it('takes the release that is live by now', async () => {
  let live = '1.0.0';
  const { remotes, versions, status } = setUp({
    live: () => registryOf(live),
    load: (version) => (version === '1.0.1' ? Promise.resolve(good) : down(version)),
  });
  remotes.use(page);
  await settle(1000);
  live = '1.0.1';
  await settle(2000);
  expect([versions, status()]).toEqual([['1.0.0', '1.0.0', '1.0.1'], 'ready']);
});

it('keeps the release while another part of the remote works in it', async () => {
  const { remotes, versions } = setUp({
    live: () => registryOf('1.0.1'),
    load: () => Promise.resolve({ ...good, pages: { '/events': () => Promise.reject(new Error('chunk')) } }),
  });
  remotes.use(slot);
  remotes.use(page);
  await settle(3000);
  expect(new Set(versions)).toEqual(new Set(['1.0.0']));
});

it('keeps the release while the user types into HTML that waits for its code', async () => {
  document.body.innerHTML = '<main id="content"><input type="text" value="書きかけ" /></main>';
  const { remotes, versions } = setUp({ live: () => registryOf('1.0.1') });
  remotes.adopt(page);
  remotes.use(page);
  await settle(3000);
  expect(versions).toEqual(['1.0.0', '1.0.0', '1.0.0']);
  document.body.replaceChildren();
  await settle(4000);
  expect(versions.at(-1)).toBe('1.0.1');
});

it('starts a part whose own code failed only in another release', async () => {
  let live = '1.0.0';
  const { remotes, attempts, versions, mend } = setUp({ live: () => registryOf(live) });
  mend();
  remotes.use(page);
  await settle();
  remotes.fail(page, new Error('render'));
  await settle(60_000);
  expect(attempts()).toEqual([0]);
  live = '1.0.1';
  await settle(60_000);
  expect(versions).toEqual(['1.0.0', '1.0.1']);
});

it('waits longer each time when a part fails again right after it has recovered', async () => {
  const { remotes, attempts, mend } = setUp();
  mend();
  remotes.use(page);
  remotes.subscribe(() => {
    const { status } = remotes.stateOf(page);
    const error = Object.assign(new Error('chunk'), { name: 'ChunkLoadError' });
    // Fake timers hold microtasks of their own.
    if (status === 'ready') void Promise.resolve().then(() => remotes.fail(page, error));
  });
  await settle(16_000);
  expect(attempts()).toEqual([0, 1, 3, 7, 15]);
});

it('stops', async () => {
  const { remotes, attempts } = setUp();
  remotes.use(page);
  await settle(1000);
  stop();
  await settle(60_000);
  expect(attempts()).toEqual([0, 1]);
});
