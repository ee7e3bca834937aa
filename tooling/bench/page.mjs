import { availableParallelism } from 'node:os';

import { FIRST_SCREEN_BUDGET } from '../build/size-report.mjs';
import { costVerdicts, drawnVerdicts } from './page/drawn-verdicts.mjs';
import { goBetweenRemotes } from './page/go-between-remotes.mjs';
import { loadPage } from './page/load-page.mjs';
import { measureServerCost } from './page/server-cost.mjs';
import { SHORT_SIDES, shortVerdicts } from './page/short-verdicts.mjs';
import { newContext, setUp, SIDES } from './page/stage.mjs';
import { load, median, printVerdicts } from './support/figures.mjs';

/** Number of measured pairs, after one warm-up pair. PAIRS=2 for a quick run. */
const PAIRS = Number(process.env.PAIRS ?? 9);
const SHORT_PAIRS = 2;
const limits = {
  contentRatio: 1.2,
  contentAim: 1.05,
  // The stylesheet of the composed page shares the line with files of three more streams.
  firstPaintRatio: 1.2,
  firstPaintMs: 700,
  depth: 2,
  requests: 8,
  jsBytes: FIRST_SCREEN_BUDGET,
  cls: 0.05,
  goingMs: 200,
};
const NAMES = { composed: 'composed', drawn: 'drawn by server', one: 'one bundle' };
/** A round takes about 12 s on an idle machine: with the build this is more than twice the expected time. */
const PATIENCE_MS = 15 * 60_000;

/**
 * Benchmarks the composed classroom page, rendered by the browser and by the server, against the same source as one bundle,
 * alternating behind the same TLS front, on a slow phone and a slow connection; then a repeat visit, navigation from one
 * remote's page to another's, and what rendering costs the server. About six minutes; the short form loads the page a few
 * times, with generous limits, in under a minute.
 * @param {{ isShort: boolean }} options
 */
export async function bench({ isShort }) {
  const ends = [];
  const closeAll = async () => {
    for (let close = ends.pop(); close; close = ends.pop()) await close().catch((error) => console.error(error));
  };
  const stop = () => void closeAll().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const patience = setTimeout(() => {
    console.error(`The benchmark is not done after ${PATIENCE_MS / 60_000} minutes.`);
    stop();
  }, PATIENCE_MS).unref();
  try {
    const stage = await setUp(isShort ? SHORT_SIDES : SIDES, (close) => ends.push(close));
    const pairs = await measurePairs(stage, isShort ? SHORT_PAIRS : PAIRS);
    if (isShort) return printVerdicts(shortVerdicts(pairs));
    const warm = await visitAgain(stage);
    const going = await goBetweenRemotes(
      stage.browser,
      new URL(`/classrooms/${stage.classroom.id}`, stage.urls.composed).href,
      stage.classroom.host,
    );
    const paths = { classroom: `/classrooms/${stage.classroom.id}`, top: '/' };
    const costs = await measureServerCost({ folder: stage.folder, databaseUrl: stage.databaseUrl, paths });
    return report({ pairs, warm, going, costs });
  } finally {
    clearTimeout(patience);
    await closeAll();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

async function measurePairs({ browser, urls, classroom }, count) {
  const sides = Object.keys(urls);
  const pairs = [];
  for (let round = 0; round <= count; round += 1) {
    const pair = {};
    // The order alternates, so that no side always follows the other.
    for (const side of round % 2 ? sides : [...sides].reverse()) {
      const context = await newContext(browser);
      pair[side] = await loadPage(context, new URL(`/classrooms/${classroom.id}`, urls[side]).href, classroom.name);
      await context.close();
    }
    if (round === 0) continue;
    pairs.push(pair);
    const times = sides.map(
      (side) => `${NAMES[side]} ${Math.round(pair[side].content)} ms (painted ${Math.round(pair[side].painted)} ms)`,
    );
    console.log(`  pair ${round} of ${count}: ${times.join(', ')}`);
  }
  return pairs;
}

/** Loads the same page again, with the browser cache of the first visit. */
async function visitAgain({ browser, urls, classroom }) {
  const context = await newContext(browser);
  const url = new URL(`/classrooms/${classroom.id}`, urls.composed).href;
  await loadPage(context, url, classroom.name);
  const warm = await loadPage(context, url, classroom.name);
  await context.close();
  return warm;
}

function report({ pairs, warm, going, costs }) {
  printMedians(pairs);
  const { of, most } = figuresOf(pairs);
  const ratio = median(pairs.map(({ composed, one }) => composed.content / one.content));
  const paintRatio = of('composed', 'fcp') / of('one', 'fcp');
  const repeated = pairs.flatMap(({ composed }) => composed.twice);
  return printVerdicts([
    [
      `content after ${ratio.toFixed(2)}x the time of one bundle (of medians: ${(of('composed', 'content') / of('one', 'content')).toFixed(2)}x); at most ${limits.contentRatio}x, the aim is ${limits.contentAim}x`,
      ratio <= limits.contentRatio,
    ],
    [
      `first paint after ${Math.round(of('composed', 'fcp'))} ms; at most ${limits.firstPaintMs} ms`,
      of('composed', 'fcp') <= limits.firstPaintMs,
    ],
    [
      `first paint after ${paintRatio.toFixed(2)}x the time of one bundle; at most ${limits.firstPaintRatio}x`,
      paintRatio <= limits.firstPaintRatio,
    ],
    [`${most('depth')} requests in series after the HTML; at most ${limits.depth}`, most('depth') <= limits.depth],
    [`${most('requests')} requests until content; at most ${limits.requests}`, most('requests') <= limits.requests],
    [
      `${figure(most('jsBytes'), 'KB')} KB of JavaScript; at most ${figure(limits.jsBytes, 'KB')} KB`,
      most('jsBytes') <= limits.jsBytes,
    ],
    [`shifts of ${most('cls').toFixed(3)}; less than ${limits.cls}`, most('cls') < limits.cls],
    [
      `nothing is fetched twice${repeated.length ? `: ${[...new Set(repeated)].join(', ')}` : ''}`,
      repeated.length === 0,
    ],
    [
      `a second visit: ${warm.requests} request(s) until content${warm.requests > 1 ? `: the page, ${warm.names.join(', ')}` : ', the page itself'}; after ${Math.round(warm.content)} ms`,
      warm.requests === 1,
    ],
    [
      `from one remote's page to another's: content ${Math.round(median(going.times))} ms after the click (median of ${going.times.length}, worst ${Math.round(Math.max(...going.times))} ms); at most ${limits.goingMs} ms`,
      median(going.times) <= limits.goingMs,
    ],
    ['that is no full load', going.isSamePage],
    ...drawnVerdicts(pairs),
    ...costVerdicts(costs),
  ]);
}

function figuresOf(pairs) {
  const all = (side, key) => pairs.map((pair) => pair[side][key]);
  return { of: (side, key) => median(all(side, key)), most: (key) => Math.max(...all('composed', key)) };
}

function printMedians(pairs) {
  const { of } = figuresOf(pairs);
  const columns = [
    ['painted', 'painted', 'ms'],
    ['content', 'content', 'ms'],
    ['fcp', 'first paint', 'ms'],
    ['lcp', 'LCP', 'ms'],
    ['cls', 'CLS', ''],
    ['requests', 'requests', ''],
    ['depth', 'in series', ''],
    ['jsBytes', 'JavaScript', 'KB'],
    ['htmlBytes', 'HTML', 'KB'],
  ];
  console.log(
    `\n/classrooms/{id}, nobody signed in: 4x CPU slowdown, 1.6 Mbps, 150 ms, cold, HTTP/2, brotli; medians of ${pairs.length} pairs, ${load()} on ${availableParallelism()} processors`,
  );
  console.log(`  ${''.padEnd(16)}${columns.map(([, title, unit]) => `${title} ${unit}`.trim().padStart(15)).join('')}`);
  for (const side of SIDES) {
    console.log(
      `  ${NAMES[side].padEnd(16)}${columns.map(([key, , unit]) => figure(of(side, key), unit).padStart(15)).join('')}`,
    );
  }
  for (const side of ['composed', 'drawn']) {
    const [busiest] = pairs.map((pair) => pair[side]).sort((a, b) => b.requests - a.requests);
    console.log(`  ${NAMES[side]}, until content, where it was most: the page, ${busiest.names.join(', ')}`);
  }
}

const figure = (value, unit) => {
  if (unit === 'KB') return (value / 1024).toFixed(1);
  return unit === 'ms' ? String(Math.round(value)) : String(Math.round(value * 1000) / 1000);
};
