import { newContext, setUp } from './page/stage.mjs';
import { throttle } from './page/throttle.mjs';
import { load } from './support/figures.mjs';

/** Number of loads. LOADS=100 for a quicker run. */
const LOADS = Number(process.env.LOADS ?? 500);
/** Server-rendered pages must shift less than this. */
const LIMIT = 0.02;
/** How long a page is observed after its content is alive, in milliseconds. */
const WATCH_MS = 1500;
const PATIENCE_MS = 30_000;

/**
 * Loads the server-rendered classroom page over and over, cold, on a slow phone and a slow connection, and looks
 * for layout shifts: each is printed with the elements that moved and what had just loaded. An early version shifted by
 * 0.244 in one of 70 loads. 500 loads take about half an hour.
 */
export async function bench() {
  const ends = [];
  try {
    const { browser, urls, classroom } = await setUp(['drawn'], (close) => ends.push(close));
    const url = new URL(`/classrooms/${classroom.id}`, urls.drawn).href;
    const shifted = [];
    let unfinished = 0;
    for (let number = 1; number <= LOADS; number += 1) {
      const seen = await watchLoad(browser, url).catch(
        (error) => void console.error(`load ${number}: ${error.message}`),
      );
      if (!seen) unfinished += 1;
      else if (seen.total >= LIMIT) shifted.push({ number, ...seen });
      if (seen && seen.total >= LIMIT) print(number, seen);
      if (number % 25 === 0) console.log(`  ${number} of ${LOADS} loads, ${shifted.length} shifted, ${load()}`);
    }
    return printResult(shifted, unfinished);
  } finally {
    for (const close of ends.reverse()) await close().catch((error) => console.error(error));
  }
}

/** @typedef {{ value: number, at: number, moved: string[], after: string[] }} Shift What moved, and what loaded before. */

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<{ total: number, shifts: Shift[] }>}
 */
async function watchLoad(browser, url) {
  const context = await newContext(browser);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript(recordShifts);
    await throttle(page);
    await page.goto(url, { waitUntil: 'commit', timeout: PATIENCE_MS });
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#content h1') ?? {}).some((key) => key.startsWith('__reactProps$')),
    );
    await page.waitForTimeout(WATCH_MS);
    const shifts = await page.evaluate(() => window.benchShifts);
    return { total: shifts.reduce((sum, { value }) => sum + value, 0), shifts };
  } finally {
    await context.close();
  }
}

/** Runs in the page before any of its scripts. */
function recordShifts() {
  const nameOf = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    if (!element) return 'gone';
    return `${element.localName}${element.id && `#${element.id}`}.${element.getAttribute('class') ?? ''} "${element.textContent.slice(0, 30)}"`;
  };
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  window.benchShifts = [];
  new PerformanceObserver((list) => {
    for (const entry of /** @type {import('./page-globals.mjs').LayoutShift[]} */ (list.getEntries())) {
      if (entry.hadRecentInput) continue;
      window.benchShifts.push({
        value: entry.value,
        at: Math.round(entry.startTime),
        moved: entry.sources.map(
          ({ node, previousRect, currentRect }) => `${nameOf(node)}: ${box(previousRect)} -> ${box(currentRect)}`,
        ),
        after: /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'))
          .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= entry.startTime)
          .sort((a, b) => b.responseEnd - a.responseEnd)
          .slice(0, 3)
          .map(({ name, responseEnd }) => `${new URL(name).pathname} at ${Math.round(responseEnd)} ms`),
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * @param {number} number
 * @param {{ total: number, shifts: Shift[] }} seen
 */
function print(number, { total, shifts }) {
  console.log(`  load ${number} shifted by ${total.toFixed(3)}`);
  for (const { value, at, moved, after } of shifts) {
    console.log(`    ${value.toFixed(3)} at ${at} ms, after ${after.join(', ') || 'nothing'}`);
    for (const line of moved) console.log(`      ${line}`);
  }
}

function printResult(shifted, unfinished) {
  const loaded = LOADS - unfinished;
  if (unfinished > 0) console.log(`  ${unfinished} loads did not end within ${PATIENCE_MS / 1000} s.`);
  // So many loads without a shift rule out, with 95 % certainty, one that is more frequent than this.
  const bound = (3 / loaded) * 100;
  console.log(
    shifted.length > 0
      ? `  FOUND: ${shifted.length} of ${loaded} loads shifted by ${LIMIT} or more`
      : `  RULED OUT: none of ${loaded} loads shifted by ${LIMIT} or more; a shift in more than ${bound.toFixed(1)} % of loads would have shown`,
  );
  return shifted.length === 0 && unfinished === 0;
}
