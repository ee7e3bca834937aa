import { aRegistry } from '../testing/a-registry';
import { Timeline } from '../testing/timeline';
import { watchRenderedParts } from './watch-rendered-parts';

let timeline: Timeline;
let sent: object[];
let stop: () => void;

const registry = aRegistry({
  'mf-events': { routes: [{ path: '/events/{id}', access: 'anyone' }] },
  'mf-account': { routes: [{ path: '/settings', access: 'person' }] },
});
const page = registry.remotes['mf-events']?.routes[0]?.page ?? '';
const version = registry.remotes['mf-events']?.version;

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  timeline = new Timeline();
  sent = [];
  Object.assign(navigator, {
    sendBeacon: (url: string, body: string) => sent.push({ url, ...(JSON.parse(body) as object) }),
  });
  // jsdom renders nothing, so what is in the document counts as rendered.
  Object.defineProperty(HTMLElement.prototype, 'innerText', {
    configurable: true,
    get(this: HTMLElement) {
      return this.textContent;
    },
  });
  history.replaceState(null, '', '/events/1');
  document.body.innerHTML = '<main id="content"><div></div></main>';
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const watch = (view: string | undefined = 'a-token') => {
  stop = watchRenderedParts({ ...(view ? { view } : {}), registry });
};
const isReady = (part = `mf-events/pages/${page}`, at = performance.now()) =>
  timeline.add({ entryType: 'mark', name: `remote ${part} ready`, startTime: at, duration: 0, detail: { version } });
const isBusy = (startTime: number, duration: number) =>
  timeline.add({ entryType: 'longtask', name: 'self', startTime, duration });
const report = { url: '/beacon/failure', view: 'a-token', remote: 'mf-events', version };

it('reports a page that shows nothing three seconds after its code has loaded, once', () => {
  isReady();
  watch();
  jest.advanceTimersByTime(2900);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(10_000);
  expect(sent).toEqual([report]);
});

it.each([
  ['words', '<p>教室</p>'],
  ['an image', '<img alt="" src="data:," />'],
  ['a skeleton', '<div role="status" aria-label="読み込み中" aria-busy="true"></div>'],
])('reports no page that shows %s', (_what, content) => {
  watch();
  isReady();
  document.getElementById('content')?.insertAdjacentHTML('beforeend', content);
  jest.advanceTimersByTime(10_000);
  expect(sent).toEqual([]);
});

it.each([
  ['a page that was left', () => history.replaceState(null, '', '/settings'), undefined],
  ['a slot: it may have nothing to show', () => undefined, 'mf-events/slots/top-events'],
])('reports no blank for %s', (_what, act, part) => {
  watch();
  isReady(part);
  act();
  jest.advanceTimersByTime(10_000);
  expect(sent).toEqual([]);
});

describe('a page that did not respond for three seconds', () => {
  beforeEach(() => {
    document.body.innerHTML = '<main id="content">教室</main>';
  });

  it.each([
    ['since a part was ready, before this code has loaded', 100, 3000],
    ['soon after a part was ready', 3000, 3100],
    ['in the task in which a part became ready', 0, 5000],
  ])('is reported: %s', (_when, startTime, duration) => {
    isReady(undefined, 100);
    isBusy(startTime, duration);
    watch();
    jest.advanceTimersByTime(10_000);
    expect(sent).toEqual([report]);
  });

  it.each([
    ['it was shorter', 100, 2999],
    ['no part had begun just before', 3200, 5000],
    ['it was over before the part was ready', 0, 99],
  ])('is not reported when %s', (_why, startTime, duration) => {
    watch();
    isReady(undefined, 100);
    isBusy(startTime, duration);
    jest.advanceTimersByTime(10_000);
    expect(sent).toEqual([]);
  });
});

it.each<[string, () => void]>([
  [
    'without the token of a page view',
    () => {
      stop = watchRenderedParts({ registry });
    },
  ],
  [
    'after it was stopped',
    () => {
      watch();
      stop();
    },
  ],
  [
    'without an API of observers',
    () => {
      Reflect.deleteProperty(globalThis, 'PerformanceObserver');
      watch();
    },
  ],
])('reports nothing %s', (_what, begin) => {
  begin();
  isReady();
  jest.advanceTimersByTime(10_000);
  expect(sent).toEqual([]);
});
