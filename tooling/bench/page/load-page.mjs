import { throttle } from './throttle.mjs';

/** How long a page is observed for layout shifts and larger paints after its content, in milliseconds. */
const WATCH_MS = 1000;
const PATIENCE_MS = 30_000;

/**
 * Opens a URL in a throttled browser and measures the load.
 *
 * Content counts as ready when the page has the expected heading, React has hydrated it (its handlers are attached),
 * and the page can respond to a click: a task queued behind all this has run. Requests that start before the heading
 * appears are counted. Throws when the page reports a failure of a remote: it then measures another page.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 * @param {string} heading
 */
export async function loadPage(context, url, heading) {
  const page = await context.newPage();
  try {
    await page.addInitScript(watchContent, heading.replace(/\s+/g, ''));
    const session = await throttle(page);
    const initiators = new Map();
    const failures = [];
    session.on('Network.requestWillBeSent', ({ request, initiator }) => {
      if (new URL(request.url).pathname === '/beacon/failure') failures.push(request.postData);
      if (!initiators.has(request.url)) initiators.set(request.url, initiator.type);
    });
    await page.goto(url, { waitUntil: 'commit', timeout: PATIENCE_MS });
    const seen = await within(
      page.evaluate(
        (watchMs) =>
          window.benchContent.then(
            (times) =>
              new Promise((done) => {
                setTimeout(() => done(window.benchRead(times)), watchMs);
              }),
          ),
        WATCH_MS,
      ),
      url,
    );
    if (failures.length > 0) throw new Error(`${url} reported failures of remotes:\n${failures.join('\n')}`);
    return summarise(seen, initiators);
  } finally {
    await page.close();
  }
}

function within(promise, what) {
  let timer;
  const late = new Promise((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`No content at ${what} within ${PATIENCE_MS / 1000} s.`)), PATIENCE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs in the page before any of its scripts. */
function watchContent(heading) {
  const paints = { cls: 0, lcp: 0 };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of /** @type {import("../page-globals.mjs").LayoutShift[]} */ (
      list.getEntries()
    ))
      if (!hadRecentInput) paints.cls += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    paints.lcp = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  let painted;
  const isThere = () => {
    const found = document.querySelector('#content h1, main h1');
    if (!found || found.textContent.replace(/\s+/g, '') !== heading) return false;
    // Frames are painted only when nothing blocks them any more: this one shows the heading.
    painted ??= performance.now();
    return Object.keys(found).some((key) => key.startsWith('__reactProps$'));
  };
  window.benchContent = new Promise((done) => {
    const look = () => {
      if (!isThere()) return requestAnimationFrame(look);
      const shown = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done({ shown, painted, content: performance.now() });
      port2.postMessage(null);
      return undefined;
    };
    look();
  });
  window.benchRead = (times) => ({
    ...paints,
    ...times,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    html: /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'))[0]?.encodedBodySize,
    files: /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource')).map(
      ({ name, startTime, responseEnd, transferSize, encodedBodySize }) => ({
        name,
        startTime,
        responseEnd,
        transferSize,
        encodedBodySize,
      }),
    ),
  });
}

function summarise({ shown, painted, content, fcp, lcp, cls, html, files }, initiators) {
  const needed = files.filter(({ startTime }) => startTime < shown).sort((a, b) => a.startTime - b.startTime);
  const scripts = needed.filter(({ name }) => /\.js(\?|$)/.test(name));
  const network = needed.filter(({ transferSize }) => transferSize > 0);
  return {
    content,
    painted: Math.max(painted, fcp),
    fcp,
    lcp,
    cls,
    htmlBytes: html,
    requests: network.length + 1,
    depth: depthOf(needed, initiators),
    jsBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    twice: network.map(({ name }) => name).filter((name, index, all) => all.indexOf(name) !== index),
    names: network.map(({ name }) => new URL(name).pathname),
  };
}

/**
 * Returns the length of the request chain after the HTML. Requests by the HTML itself are the first level; a request by
 * a script counts as waiting for everything that had arrived by then, so that the result is never too low.
 */
function depthOf(files, initiators) {
  const done = [];
  for (const { name, startTime, responseEnd } of files) {
    const isOfHtml = ['parser', 'preload'].includes(initiators.get(name));
    const before = isOfHtml
      ? 0
      : Math.max(0, ...done.filter((file) => file.responseEnd <= startTime).map((file) => file.depth));
    done.push({ responseEnd, depth: before + 1 });
  }
  return Math.max(0, ...done.map(({ depth }) => depth));
}
