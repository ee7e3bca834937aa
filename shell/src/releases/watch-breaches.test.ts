import { footerRef, headerRef } from '../chrome/frame-parts';
import { Remotes } from '../remotes/remotes';
import { aRegistry } from '../testing/a-registry';
import { watchBreaches } from './watch-breaches';

const LOOK_MS = 5000;
const page = { remote: 'mf-events', kind: 'pages', key: '/events' } as const;
const bell = { remote: 'mf-notifications', kind: 'slots', key: 'header-bell' } as const;
const element = (selector: string) => document.querySelector(selector) as HTMLElement;
const look = (times = 3) => jest.advanceTimersByTimeAsync(times * LOOK_MS);

/** What is on top at the logo. */
let topmost: Element | null;
let sent: object[];
let errors: string[];
const stops: Array<() => void> = [];

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  sent = [];
  errors = [];
  globalThis.reportError = (error: Error) => errors.push(error.message);
  Object.assign(navigator, { sendBeacon: (_url: string, body: string) => sent.push(JSON.parse(body) as object) });
  document.body.innerHTML =
    '<div id="root"><i></i><header class="a"><a href="/">まなびば</a></header><main id="content"><header>見出し</header><b></b></main><footer class="b"></footer></div>';
  const logo = element('a');
  logo.getBoundingClientRect = () => new DOMRect(16, 16, 120, 32);
  topmost = logo;
  document.elementFromPoint = () => topmost;
  for (const part of document.querySelectorAll<HTMLElement>('#root > :is(header, footer)'))
    part.checkVisibility = () => !part.hidden;
  stops.push(headerRef(element('#root > header')), footerRef(element('footer')));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  jest.useRealTimers();
  Reflect.deleteProperty(document, 'elementFromPoint');
});

/** A page with these parts, which are watched. */
async function open(...parts: Array<typeof page | typeof bell>) {
  const remotes = new Remotes(
    aRegistry({ 'mf-events': { routes: [{ path: '/events' }] }, 'mf-notifications': { slots: ['header-bell'] } }),
    {
      stylesLoaded: () => Promise.resolve(),
      dropPendingFiles: () => undefined,
      forgetChunks: () => undefined,
      fetchRegistry: () => Promise.reject(new Error('offline')),
      pageUrl: () => 'http://localhost/events',
      loadExposedModule: () =>
        Promise.resolve({
          pages: { '/events': () => Promise.resolve(() => null) },
          slots: { 'header-bell': () => Promise.resolve(() => null) },
        }),
      reportOutcome: ({ status, remote }) => {
        if (status === 'failed') sent.push({ failed: remote });
      },
    },
  );
  const leave = parts.map((part) => remotes.use(part));
  await jest.advanceTimersByTimeAsync(0);
  const stop = watchBreaches(remotes, { view: 'a-token' });
  stops.push(stop);
  return { remotes, stop, leave: () => leave.forEach((each) => each()), status: () => remotes.stateOf(page).status };
}

const signOf = (remote: string) => ({ view: 'a-token', remote, version: '1.0.0', sign: 'frame' });
const blamed = [{ failed: 'mf-events' }, signOf('mf-events')];

const harms: Array<[string, () => void]> = [
  ['removes the header', () => element('#root > header').remove()],
  ['removes the footer', () => element('footer').remove()],
  ['hides the footer', () => (element('footer').hidden = true)],
  [
    'makes the header ignore clicks',
    () => {
      element('#root > header').style.pointerEvents = 'none';
      topmost = element('#root');
    },
  ],
  ['covers the header', () => (topmost = element('b'))],
  [
    'appends something over the header',
    () => {
      document.body.insertAdjacentHTML('beforeend', '<div class="ad__box--ab1_2"></div>');
      topmost = element('body > .ad__box--ab1_2');
    },
  ],
];

it.each(harms)(
  'takes down the only part that can have done so, and undoes it, when something %s',
  async (_what, harm) => {
    const before = element('#root').outerHTML;
    const { status, remotes } = await open(page);
    remotes.subscribe(() => {
      if (status() === 'failed') topmost = element('a');
    });
    harm();
    await look();
    expect(status()).toBe('failed');
    expect(sent).toEqual(blamed);
    expect(errors).toEqual([
      expect.stringMatching(/^mf-events has (removed|hidden|covered) the (header|footer) of the shell$/),
    ]);
    expect(document.body.innerHTML.replace(' style=""', '')).toBe(before);
    await look();
    expect(sent).toEqual(blamed);
  },
);

it('suspects only what has not been harmless in this tab before, also after a reload', async () => {
  const { stop } = await open(bell);
  await look(4);
  stop();
  const { status, remotes } = await open(bell, page);
  element('#root > header').remove();
  await look();
  expect(status()).toBe('failed');
  expect(remotes.stateOf(bell).status).toBe('ready');
  expect(sent).toEqual(blamed);
});

it.each<[string, () => Promise<unknown>]>([
  ['several remotes can have done it', () => open(bell, page)],
  [
    'a part of another remote has only just left the page',
    async () => {
      const { remotes, leave } = await open(page);
      remotes.use(bell);
      await look(1);
      leave();
    },
  ],
  [
    'all parts have been harmless',
    async () => {
      await open(page);
      await look(4);
    },
  ],
  [
    'an extension puts its bar over the page',
    async () => {
      await open(page);
      document.body.insertAdjacentHTML('beforeend', '<div class="toolbar"></div>');
      topmost = element('body > .toolbar');
    },
  ],
])('blames no remote, but reports every one on the page, when %s', async (_when, act) => {
  await act();
  if (topmost === element('a')) element('#root > header').remove();
  await look();
  expect(sent.filter((report) => 'failed' in report)).toEqual([]);
  expect(sent).toContainEqual(expect.objectContaining({ sign: 'frame' }));
  const reports = sent.length;
  await look(6);
  expect(sent).toHaveLength(reports);
});

it('puts a removed header back also when no remote is to blame', async () => {
  await open(bell, page);
  element('#root > header').remove();
  await look();
  expect(element('#root > i + header')).not.toBeNull();
});

it('brings back a part that was taken down without effect, and blames nothing again', async () => {
  const { status } = await open(page);
  const harm = setInterval(() => element('#root > header')?.remove(), 1000);
  await look();
  expect(status()).toBe('failed');
  await look();
  expect(status()).toBe('ready');
  await look(6);
  expect(status()).toBe('ready');
  expect(sent.filter((report) => 'failed' in report)).toHaveLength(1);
  clearInterval(harm);
});

it.each<[string, () => void]>([
  ['leaves the page as it is', () => undefined],
  ['scrolls the header away', () => (topmost = null)],
  [
    'opens a dialog over the header',
    () => {
      topmost = element('b');
      element('main').insertAdjacentHTML('beforeend', '<dialog open></dialog>');
    },
  ],
  [
    'shows a menu that the user opened',
    () => {
      element('main').insertAdjacentHTML('beforeend', '<ul popover="manual"></ul>');
      topmost = element('[popover]');
    },
  ],
  ['changes what the main content has', () => element('main').replaceChildren()],
  ['goes to a page without footer', () => stops[1]?.()],
  [
    'has a field in which the user is typing',
    () => element('main').insertAdjacentHTML('beforeend', '<input value="x">'),
  ],
])('does nothing to a page that %s', async (_what, act) => {
  const { status } = await open(page);
  act();
  if (element('input') || _what.includes('without footer')) element('footer').remove();
  await look();
  expect(status()).toBe('ready');
  expect(sent).toEqual([]);
});

it('does nothing when the header is covered for a moment, and looks no more once it is stopped', async () => {
  const { status, stop } = await open(page);
  topmost = element('b');
  await look(1);
  topmost = element('a');
  await look();
  stop();
  element('footer').remove();
  await look();
  expect(status()).toBe('ready');
  expect(sent).toEqual([]);
});
