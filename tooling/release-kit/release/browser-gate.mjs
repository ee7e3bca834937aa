import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { URLSearchParams } from 'node:url';

import { chromium } from 'playwright-core';

import { containerName } from '../../build/webpack/webpack.config.mjs';
import { brokenHost, frameIn, watchWindow } from './host-invariants.mjs';
import { createAddresses } from './page-addresses.mjs';
import { lookAtPage, settled, watchPage, widerThanScreen } from './page-findings.mjs';
import { differenceOfGlobals, recordGlobals } from './page-globals.mjs';

/** Timeout for a page until its part has rendered, in milliseconds. */
const PATIENCE_MS = 15_000;
/**
 * How long a page is watched after its part has rendered, in milliseconds: a loop may start from a timer or a response.
 */
const WATCH_MS = 10_000;
/** Within what time a page must respond to a question, in milliseconds: one that loops never does. */
const RESPONSE_MS = 20_000;
/** Timeout for all that is done with a page before it is watched. */
const LOOK_MS = 3 * PATIENCE_MS;
/**
 * The screens at which every page and slot is opened: a desk in Tokyo, and a phone far away whose user has set it to dark
 * and calm.
 * @type {{ words: string, options: import('playwright-core').BrowserContextOptions }[]}
 */
const SCREENS = [
  { words: '', options: { viewport: { width: 1280, height: 800 }, timezoneId: 'Asia/Tokyo' } },
  {
    words: ' at 360 px in the dark',
    options: {
      viewport: { width: 360, height: 740 },
      timezoneId: 'America/New_York',
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    },
  },
];
/** Globals of the shell that some pages have: the time zone in which the server has rendered a page. */
const OF_SHELL = ['pageTimeZone'];
/** Globals by which the copies of a library in several remotes agree, as it intends. Source: zod 4. */
const SHARED_BY_LIBRARIES = ['__zod_globalConfig', '__zod_globalRegistry'];
/** Pages that are opened at the same time. */
const LANES = 2;
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * @typedef {{ when?: Record<string, string> }[]} FirstCalls
 * @typedef {object} Manifest
 * @property {string} remote
 * @property {string} version
 * @property {string} container
 * @property {{ path: string, page: string, access: string }[]} routes
 * @property {string[]} slots
 * @property {Record<'pages' | 'slots', Record<string, FirstCalls>>} [firstCalls]
 * @property {string[]} [globals]
 *
 * @typedef {object} Given
 * @property {string} to URL of the product.
 * @property {Manifest} manifest
 * @property {{ name: string, value: string }} override Cookie of the candidate.
 * @property {Record<string, { path: string, access: string }>} slotHosts The page of each slot.
 * @property {Record<'person' | 'staff', { email: string, password: string } | null>} people The users to sign in as: for
 * pages of the staff, and for all other restricted pages.
 * @property {string[]} neighbours Names of the live remotes, which may be on the same pages.
 */

/**
 * Opens every page and slot of a candidate inside the live shell, in a browser that is the only one to get it: on a
 * wide and on a narrow screen, and with the queries on which its first calls depend. Watches each for ten seconds, and
 * looks whether the shell around it still works.
 *
 * @param {Given} given
 * @returns {Promise<{ refusals: string[], opened: string[], looked: string[] }>} the parts that were opened, as the
 * server names them (`route /events`, `slot top-events`), and in words
 */
export async function walkBrowserGate({ to, manifest, override, slotHosts, people, neighbours }) {
  const parts = partsOf(manifest, slotHosts);
  const closed = parts.find(({ access }) => access !== 'anyone' && !people[viewerOf(access)]);
  if (closed) {
    const prefix = viewerOf(closed.access) === 'staff' ? 'RELEASE_CHECK_STAFF' : 'RELEASE_CHECK';
    return {
      refusals: [
        `${closed.what} requires a signed-in user: set ${prefix}_EMAIL and ${prefix}_PASSWORD to an account that may see it.`,
      ],
      opened: [],
      looked: [],
    };
  }
  const systemChromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
    args: CHROMIUM_ARGS,
  });
  try {
    const contexts = await openContexts(browser, { to, override, people, parts });
    const addresses = createAddresses(to, PATIENCE_MS);
    const known = await Promise.all(SCREENS.map(({ options }) => globalsWithout(browser, to, options)));
    const allowed = new Set([...known.flat(), ...allowedGlobals(manifest, neighbours)]);
    const candidate = { ...manifest, to, addresses, allowed };
    const findings = await inLanes(
      // Paths without parameters first: their pages link to those with parameters.
      parts.sort((a, b) => a.path.split('{').length - b.path.split('{').length).flatMap(visitsOf),
      (visit) => look(contexts[viewerOf(visit.access)]?.[visit.screen], candidate, visit),
    );
    return {
      refusals: inWords(findings),
      opened: parts.map(({ opened }) => opened),
      looked: parts.map(({ what }) => what),
    };
  } finally {
    await browser.close();
  }
}

/**
 * Opens a browser context for each kind of viewer and each screen, who get the candidate.
 * @returns {Promise<Record<string, import('playwright-core').BrowserContext[]>>} by viewer, in the order of the screens
 */
async function openContexts(browser, { to, override, people, parts }) {
  const cookie = { ...override, url: to, httpOnly: true, secure: new URL(to).protocol === 'https:', sameSite: 'Lax' };
  /** @type {Record<string, import('playwright-core').BrowserContext[]>} */
  const contexts = {};
  for (const viewer of new Set(parts.map(({ access }) => viewerOf(access)))) {
    contexts[viewer] = [];
    for (const { options } of SCREENS) {
      const context = await newContext(browser, options);
      if (people[viewer]) await signIn(context, to, people[viewer]);
      await context.addCookies([cookie]);
      contexts[viewer].push(context);
    }
  }
  return contexts;
}

async function newContext(browser, options) {
  const context = await browser.newContext({ locale: 'ja-JP', ...options });
  await context.addInitScript(recordGlobals);
  return context;
}

/** The globals of a page without the candidate: those of the shell, of the other remotes, and of the look itself. */
async function globalsWithout(browser, to, options) {
  const context = await newContext(browser, options);
  const page = await context.newPage();
  const findings = await watchPage(page);
  await page.goto(to, { waitUntil: 'domcontentloaded' });
  await settled(page, PATIENCE_MS);
  await lookAtPage(page, findings);
  const known = await page.evaluate(differenceOfGlobals);
  await context.close();
  return known;
}

/**
 * What remotes may add to a page: their containers, and what remote.json names because a library needs it.
 * @param {{ container: string, globals?: string[] }} manifest
 * @param {string[]} neighbours
 */
const allowedGlobals = ({ container, globals = [] }, neighbours) =>
  [
    ...[container, ...neighbours.map(containerName)].flatMap(globalsOfContainer),
    ...OF_SHELL,
    ...SHARED_BY_LIBRARIES,
    ...globals,
  ].map((name) => `window.${name}`);
const globalsOfContainer = (container) => [container, `webpackChunk${container}`];

/**
 * Returns the user who opens a page with this access: none, a member of staff, or a user for other restricted pages.
 */
const viewerOf = (access) => (access === 'anyone' || access === 'staff' ? access : 'person');

/** Every page and every slot once, each at a path that shows it. Slots without such a path are left out. */
function partsOf(/** @type {Manifest} */ { routes, slots, firstCalls }, slotHosts) {
  return [
    ...routes.map(({ path, page, access }) => ({
      what: `The route ${path}`,
      opened: `route ${path}`,
      path,
      part: `pages/${page}`,
      access,
      queries: queriesOf(firstCalls?.pages[page]),
    })),
    ...slots
      .filter((slot) => slotHosts[slot])
      .map((slot) => ({
        what: `The slot "${slot}"`,
        opened: `slot ${slot}`,
        part: `slots/${slot}`,
        ...slotHosts[slot],
        queries: [],
      })),
  ];
}

/** The queries on which first calls depend: `{ tab: 'past', view: '' }` is `?tab=past`. */
function queriesOf(calls = []) {
  const queries = calls.map(({ when = {} }) =>
    new URLSearchParams(Object.entries(when).filter(([, value]) => value !== '')).toString(),
  );
  return [...new Set(queries)].filter((query) => query !== '');
}

const visitsOf = ({ queries, ...part }) =>
  ['', ...queries.map((query) => `?${query}`)].flatMap((query) =>
    SCREENS.map(({ words }, screen) => ({ ...part, query, screen, where: `${query && ` with ${query}`}${words}` })),
  );

/**
 * Opens the pages a few at a time. Each is looked at, and then left open while the next ones are, until it has been
 * watched long enough.
 */
async function inLanes(visits, open) {
  const waiting = visits.entries();
  const watches = [];
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const [index, visit] of waiting) watches[index] = (await open(visit)).findings;
    }),
  );
  return (await Promise.all(watches)).flat();
}

/** Findings as sentences; equal findings are reported once. */
function inWords(findings) {
  const reported = new Map();
  for (const { what, where, text } of findings)
    if (!reported.has(`${what} ${text}`)) reported.set(`${what} ${text}`, `${what}${where} ${text}`);
  return [...reported.values()];
}

/** Opens a page and looks at it. The findings come once it has been watched, too. */
async function look(context, candidate, { what, where, path, query, part }) {
  const page = await context.newPage();
  const findings = await watchPage(page);
  const inWindow = watchWindow(page);
  let watch = Promise.resolve();
  try {
    const address = withQuery(await candidate.addresses.of(page, path), query);
    const frame = await whileResponding(lookOnce(page, candidate, { address, part }, findings), LOOK_MS);
    if (frame) watch = watchOn(page, { ...candidate, frame }, findings, inWindow);
  } catch (error) {
    findings.add(wordsOf(error));
  }
  const closed = watch
    .catch((error) => findings.add(wordsOf(error)))
    // A page that loops may not even close; the end of the browser ends it.
    .then(() => Promise.race([page.close(), sleep(RESPONSE_MS, undefined, { ref: false })]));
  return { findings: closed.then(() => findings.texts().map((text) => ({ what, where, text }))) };
}

const wordsOf = (error) =>
  error instanceof NotResponding ? `${error.message}.` : `could not be opened: ${error.message.split('\n')[0]}`;

/** Returns what the page has of the shell; null when the part has not mounted. */
async function lookOnce(page, { to, remote, version, addresses }, { address, part }, findings) {
  const response = await page.goto(to + address, { waitUntil: 'domcontentloaded' });
  const outcome = () => outcomeOf(page, `remote ${remote}/${part}`, version);
  const first = await outcome();
  if (first !== 'ready') {
    findings.add(`did not mount: ${first}.`);
    return null;
  }
  await settled(page, PATIENCE_MS);
  await addresses.learnFrom(page);
  await lookAtPage(page, findings);
  const later = await outcome();
  if (later !== 'ready') findings.add(`did not mount: ${later}.`);
  return later === 'ready' ? frameIn((await response?.text()) ?? '') : null;
}

/** Slots may already be on a page with a query. */
const withQuery = (address, query) => (address.includes('?') ? address + query.replace('?', '&') : address + query);

/** Watches an open page for a while for late effects. */
async function watchOn(page, { allowed, frame }, findings, inWindow) {
  inWindow.begin();
  await sleep(WATCH_MS);
  for (const act of inWindow.acts()) findings.add(act);
  const [changed, wider] = await whileResponding(
    Promise.all([page.evaluate(differenceOfGlobals), widerThanScreen(page)]),
    RESPONSE_MS,
  );
  for (const name of changed.filter((each) => !allowed.has(each)))
    findings.add(`changes ${name}, which everything on the page shares.`);
  if (wider) findings.add(`is wider than the screen: ${wider}.`);
  for (const breach of await whileResponding(brokenHost(page, frame), RESPONSE_MS)) findings.add(breach);
}

class NotResponding extends Error {}

/** Waits for a page at most this long: nothing ends what waits for one that loops, so it is left behind. */
async function whileResponding(work, ms) {
  const ended = new AbortController();
  const late = sleep(ms, undefined, { signal: ended.signal }).then(() => {
    throw new NotResponding('stopped responding');
  });
  return Promise.race([work, late]).finally(() => ended.abort());
}

/** Returns the state of a part as reported by the shell: "ready", or a sentence on what is wrong. */
async function outcomeOf(page, name, version) {
  const handle = await page
    .waitForFunction(
      (wanted) => {
        const marks = /** @type {PerformanceMark[]} */ (performance.getEntriesByType('mark')).filter((mark) =>
          mark.name.startsWith(`${wanted} `),
        );
        const failed = marks.find((mark) => mark.name.endsWith(' failed'));
        const last = failed ?? marks.at(-1);
        return last ? { isReady: !failed, ...last.detail } : null;
      },
      name,
      { timeout: PATIENCE_MS },
    )
    .catch(() => null);
  if (!handle) return `the shell did not render it within ${PATIENCE_MS / 1000} s`;
  const { isReady, reason, version: shown } = await handle.jsonValue();
  if (!isReady) return reason || 'it failed';
  return shown === version ? 'ready' : `the page showed ${shown} instead`;
}

/**
 * Signs in by the api, as the sign-in page does.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} to
 * @param {{ email: string, password: string }} person
 */
async function signIn(context, to, { email, password }) {
  const answer = await context.request.post(`${to}/v1/auth/signin`, {
    data: { email, password },
    headers: { origin: to, 'sec-fetch-site': 'same-origin' },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in (${answer.status()})`);
}
