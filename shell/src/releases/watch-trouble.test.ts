import { aRegistry } from '../testing/a-registry';
import { Timeline } from '../testing/timeline';
import { watchTrouble } from './watch-trouble';

const registry = aRegistry({ 'mf-events': {}, 'mf-account': {} });
const versionOf = (remote: string) => registry.remotes[remote]?.version;
const reportOf = (sign: string, remote = 'mf-events') => ({
  url: '/beacon/failure',
  view: 'a-token',
  remote,
  version: versionOf(remote),
  sign,
});

let timeline: Timeline;
let sent: object[];
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  timeline = new Timeline();
  sent = [];
  Object.assign(navigator, {
    sendBeacon: (url: string, body: string) => sent.push({ url, ...(JSON.parse(body) as object) }),
  });
  document.body.innerHTML = '<button>予約する</button>';
  localStorage.clear();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const watch = (view = 'a-token') => {
  stop = watchTrouble({ view, registry });
};
const isReady = (remote = 'mf-events') =>
  timeline.add({
    entryType: 'mark',
    name: `remote ${remote}/pages/p ready`,
    startTime: 0,
    duration: 0,
    detail: { version: versionOf(remote) },
  });

/** As many entries of a kind, so far apart from each other in milliseconds. */
const deeds = {
  busy: (count: number, apart: number) => each(count, apart, { entryType: 'longtask', duration: 1000 }),
  requests: (count: number, apart: number) => each(count, apart, { entryType: 'resource', initiatorType: 'fetch' }),
  shifts: (count: number, apart: number) =>
    each(count, apart, { entryType: 'layout-shift', value: 0.3, hadRecentInput: false }),
};
function each(count: number, apart: number, entry: { entryType: string; duration?: number; [more: string]: unknown }) {
  for (let index = 0; index < count; index += 1)
    timeline.add({ name: '', startTime: index * apart, duration: 0, ...entry });
}

it.each([
  ['busy', 21, 1500],
  ['requests', 301, 100],
  ['shifts', 4, 5000],
] as const)('reports the sign "%s" of every remote on the page, once', (sign, count, apart) => {
  isReady();
  isReady('mf-account');
  watch();
  deeds[sign](count, apart);
  deeds[sign](count, apart);
  expect(sent).toEqual([reportOf(sign), reportOf(sign, 'mf-account')]);
});

it.each([
  ['busy', 20, 1500],
  ['busy', 60, 3000],
  ['requests', 300, 100],
  ['requests', 900, 300],
  ['shifts', 3, 5000],
  ['shifts', 12, 20_000],
] as const)(
  'reports no sign "%s" of less, or of as much in a longer time: %s in steps of %s ms',
  (sign, count, apart) => {
    isReady();
    watch();
    deeds[sign](count, apart);
    expect(sent).toEqual([]);
  },
);

it('counts what happened before it was called, but no images and no shift that the user caused', () => {
  isReady();
  deeds.requests(301, 100);
  each(9, 100, { entryType: 'layout-shift', value: 0.3, hadRecentInput: true });
  watch();
  expect(sent).toEqual([reportOf('requests')]);
  stop();
  sent = [];
  timeline = new Timeline();
  isReady();
  watch();
  each(400, 100, { entryType: 'resource', initiatorType: 'img' });
  expect(sent).toEqual([]);
});

it('reports what scripts have left behind, of every remote on the page', () => {
  isReady();
  isReady('mf-account');
  watch();
  localStorage.setItem('poll-seen', '1');
  jest.advanceTimersByTime(5000);
  expect(sent).toEqual([reportOf('traces'), reportOf('traces', 'mf-account')]);
});

describe('a click whose handler throws', () => {
  const button = () => document.querySelector('button') as HTMLButtonElement;
  /** As the browser, and React, report what a handler has thrown. */
  const throwsAt = (...stack: string[]) => {
    const error = new TypeError('x is undefined');
    error.stack = ['TypeError: x is undefined', ...stack].join('\n    at ');
    dispatchEvent(new ErrorEvent('error', { error }));
  };
  const frame = `/r/mf-events/${versionOf('mf-events')}/page.12ab.js:1:200`;

  it('is reported of the release in whose code it was thrown, with the position', () => {
    watch();
    button().addEventListener('click', () =>
      throwsAt('https://m.example/s/1/react.js:1:1', `https://m.example${frame}`),
    );
    button().click();
    button().click();
    expect(sent).toEqual([{ ...reportOf('clicks'), frames: [frame] }]);
  });

  it.each<[string, () => void]>([
    ['of the shell', () => throwsAt('https://m.example/s/1/shell.js:1:1')],
    ['of an extension', () => throwsAt('chrome-extension://abc/content.js:1:1')],
    ['without a stack', () => dispatchEvent(new ErrorEvent('error', { error: 'torn' }))],
  ])('is not reported when it is one %s', (_whose, throws) => {
    watch();
    button().addEventListener('click', throws);
    button().click();
    expect(sent).toEqual([]);
  });

  it('is not reported for an error after the click', () => {
    watch();
    button().click();
    jest.advanceTimersByTime(1);
    throwsAt(`https://m.example${frame}`);
    expect(sent).toEqual([]);
  });
});

it.each<[string, () => void]>([
  ['without the token of a page view', () => watch('')],
  [
    'while offline',
    () => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      watch();
    },
  ],
  [
    'after it was stopped',
    () => {
      watch();
      stop();
    },
  ],
])('reports nothing %s', (_when, begin) => {
  begin();
  isReady();
  deeds.requests(400, 10);
  expect(sent).toEqual([]);
  jest.restoreAllMocks();
});
