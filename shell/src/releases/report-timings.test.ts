import { aRegistry } from '../testing/a-registry';
import { reportTimings } from './report-timings';

const registry = aRegistry({ 'mf-events': { routes: [{ path: '/events/{id}', access: 'anyone' }] } });
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
let sent: object[];

beforeEach(() => {
  sent = [];
  Object.assign(navigator, {
    sendBeacon: (url: string, body: string) => sent.push({ url, ...(JSON.parse(body) as object) }),
  });
  history.replaceState(null, '', '/events/e1');
  const page = {
    entryType: 'navigation',
    type: 'navigate',
    startTime: 0,
    activationStart: 0,
    // Earlier than the clock of a document that is a few milliseconds old: the library drops times to come.
    responseStart: 1,
    loadEventStart: 900,
    serverTiming: [{ name: 'traceparent', description: TRACEPARENT }],
  };
  Object.assign(performance, { getEntriesByType: (type: string) => (type === 'navigation' ? [page] : []) });
  Object.defineProperty(document, 'readyState', { value: 'complete', configurable: true });
});

const hide = () => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
};
/** The library reports the time of the first byte once the page has loaded, in a separate task. */
const loaded = () => new Promise((done) => setTimeout(done));

it('reports once, when the page is hidden, which remote had it and how fast it was, and nothing else', async () => {
  reportTimings({ view: 'a token', registry }, true);
  await loaded();
  expect(sent).toEqual([]);
  hide();
  hide();
  expect(sent).toEqual([
    {
      url: '/beacon/timings',
      view: 'a token',
      remote: 'mf-events',
      vitals: expect.objectContaining({ TTFB: 1 }),
      load: { traceparent: TRACEPARENT, startedAt: expect.any(Number), ms: 900 },
    },
  ]);
});

it.each([
  ['a page view that is not chosen', { view: 'a token' }, false],
  ['an uncounted page view', {}, true],
])('reports nothing of %s', async (_what, given, isChosen) => {
  reportTimings({ ...given, registry }, isChosen);
  await loaded();
  hide();
  expect(sent).toEqual([]);
});
