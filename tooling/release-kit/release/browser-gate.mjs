import { existsSync } from 'node:fs';
import { URLSearchParams } from 'node:url';

import { chromium } from 'playwright-core';

import { containerName } from '../../build/webpack/webpack.config.mjs';
import { createFailingApi } from './failing-api.mjs';
import { lookAtPart, PATIENCE_MS } from './look-at-part.mjs';
import { createAddresses } from './page-addresses.mjs';
import { lookAtPage, settled, watchPage } from './page-findings.mjs';
import { differenceOfGlobals, recordGlobals } from './page-globals.mjs';

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
 * @typedef {object} GateInput
 * @property {string} to URL of the product.
 * @property {Manifest} manifest
 * @property {{ name: string, value: string }} override Cookie of the candidate.
 * @property {string | null} [surroundings] Link to the environment in whose releases it is looked at; absent for those of
 * production.
 * @property {Record<string, { path: string, access: string }>} slotHosts The page of each slot.
 * @property {Record<'person' | 'staff', { email: string, password: string } | null>} people The users to sign in as: for
 * pages of the staff, and for all other restricted pages.
 * @property {string[]} neighbours Names of the remotes there, which may be on the same pages.
 * @property {boolean} isThorough Whether pages are also put into the conditions of users, which takes minutes on a small
 * machine.
 */

/**
 * Opens every page and slot of a candidate inside the live shell, in a browser that is the only one to get it: on a
 * wide and on a narrow screen, and with the queries on which its first calls depend. Watches each for ten seconds, and
 * looks whether the shell around it still works.
 *
 * @param {GateInput} given
 * @returns {Promise<{ refusals: string[], opened: string[], looked: string[] }>} the parts that were opened, as the
 * server names them (`route /events`, `slot top-events`), and in words
 */
export async function walkBrowserGate({
  to,
  manifest,
  override,
  surroundings = null,
  slotHosts,
  people,
  neighbours,
  isThorough,
}) {
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
    const contexts = await openContexts(browser, { to, override, surroundings, people, parts });
    const addresses = createAddresses(to, PATIENCE_MS);
    const known = await Promise.all(SCREENS.map(({ options }) => globalsWithout(browser, to, options)));
    const allowed = new Set([...known.flat(), ...allowedGlobals(manifest, neighbours)]);
    const failingApi = createFailingApi({ to, remote: manifest.remote, override });
    const candidate = { ...manifest, to, addresses, allowed, failingApi, isThorough, tried: new Set() };
    const looks = await inLanes(
      // Paths without parameters first: their pages link to those with parameters.
      parts.sort((a, b) => a.path.split('{').length - b.path.split('{').length).flatMap(visitsOf),
      (visit) => lookAtPart(contexts[viewerOf(visit.access)]?.[visit.screen], candidate, visit),
    );
    const findings = await Promise.all(looks);
    return {
      refusals: inWords(findings.flat()),
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
async function openContexts(browser, { to, override, surroundings, people, parts }) {
  const cookie = { ...override, url: to, httpOnly: true, secure: new URL(to).protocol === 'https:', sameSite: 'Lax' };
  /** @type {Record<string, import('playwright-core').BrowserContext[]>} */
  const contexts = {};
  for (const viewer of new Set(parts.map(({ access }) => viewerOf(access)))) {
    contexts[viewer] = [];
    for (const { options } of SCREENS) {
      const context = await newContext(browser, options);
      if (people[viewer]) await signIn(context, to, people[viewer]);
      if (surroundings) await enter(context, to, surroundings);
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
  const looks = [];
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const [index, visit] of waiting) looks[index] = (await open(visit)).findings;
    }),
  );
  return looks;
}

/** Findings as sentences; equal findings are reported once. */
function inWords(findings) {
  const reported = new Map();
  for (const { what, where, text } of findings)
    if (!reported.has(`${what} ${text}`)) reported.set(`${what} ${text}`, `${what}${where} ${text}`);
  return [...reported.values()];
}

/** Opens the link to an environment, which leaves its cookie. */
async function enter(context, to, link) {
  const { pathname, search } = new URL(link);
  const answer = await context.request.get(to + pathname + search);
  if (!answer.ok()) throw new Error(`The environment could not be opened (${answer.status()})`);
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
