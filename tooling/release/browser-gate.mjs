import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

import { lookAtPage, settled, watchPage } from './page-findings.mjs';

/** Timeout for a page until its part has rendered, in milliseconds. */
const PATIENCE_MS = 15_000;
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Opens every page and slot of a candidate inside the live shell, in a browser that is the only one to get it.
 *
 * @param {object} given
 * @param {string} given.to URL of the product.
 * @param {{ remote: string, version: string, routes: { path: string, page: string, access: string }[], slots: string[]
 * }} given.manifest
 * @param {{ name: string, value: string }} given.override Cookie of the candidate.
 * @param {Record<string, { path: string, access: string }>} given.slotHosts The page of each slot.
 * @param {Record<'person' | 'staff', { email: string, password: string } | null>} given.people The users to sign in as:
 * for pages of the staff, and for all other restricted pages.
 * @returns {Promise<{ refusals: string[], opened: string[], looked: string[] }>} the parts that were opened, as the
 * server names them (`route /events`, `slot top-events`), and in words
 */
export async function walkBrowserGate({ to, manifest, override, slotHosts, people }) {
  const systemChromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
    args: CHROMIUM_ARGS,
  });
  try {
    const open = async (signedIn) => {
      const context = await browser.newContext({
        locale: 'ja-JP',
        timezoneId: 'Asia/Tokyo',
        viewport: { width: 1280, height: 800 },
      });
      if (signedIn) await signIn(context, to, signedIn);
      await context.addCookies([
        { ...override, url: to, httpOnly: true, secure: new URL(to).protocol === 'https:', sameSite: 'Lax' },
      ]);
      return context;
    };
    const visits = visitsOf(manifest, slotHosts);
    const closed = visits.find(({ access }) => access !== 'anyone' && !people[viewerOf(access)]);
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
    const contexts = {};
    for (const viewer of new Set(['anyone', ...visits.map(({ access }) => viewerOf(access))]))
      contexts[viewer] = await open(people[viewer] ?? null);
    const refusals = [];
    const addresses = createAddresses(to);
    // Paths without parameters first: their pages link to those with parameters.
    for (const visit of visits.sort((a, b) => a.path.split('{').length - b.path.split('{').length)) {
      refusals.push(...(await look(contexts[viewerOf(visit.access)], to, manifest, visit, addresses)));
    }
    return {
      refusals: [...new Set(refusals)],
      opened: visits.map(({ opened }) => opened),
      looked: visits.map(({ what }) => what),
    };
  } finally {
    await browser.close();
  }
}

/** Returns as whom a page with this access is opened: nobody, the staff, or a user for all other restricted pages. */
const viewerOf = (access) => (access === 'anyone' || access === 'staff' ? access : 'person');

/** Every page and every slot once, each at a path that shows it. Slots that no path shows by itself are left out. */
function visitsOf({ routes, slots }, slotHosts) {
  return [
    ...routes.map(({ path, page, access }) => ({
      what: `The route ${path}`,
      opened: `route ${path}`,
      path,
      part: `pages/${page}`,
      access,
    })),
    ...slots
      .filter((slot) => slotHosts[slot])
      .map((slot) => ({
        what: `The slot "${slot}"`,
        opened: `slot ${slot}`,
        part: `slots/${slot}`,
        ...slotHosts[slot],
      })),
  ];
}

async function look(context, to, { remote, version }, { what, path, part }, addresses) {
  const page = await context.newPage();
  try {
    const findings = await watchPage(page);
    const address = await addresses.of(page, path);
    await page.goto(to + address, { waitUntil: 'domcontentloaded' });
    const outcome = await outcomeOf(page, `remote ${remote}/${part}`, version);
    if (outcome !== 'ready') return [`${what} did not mount: ${outcome}.`, ...findings.sentences(what)];
    await settled(page, PATIENCE_MS);
    await addresses.learnFrom(page);
    await lookAtPage(page, findings);
    const later = await outcomeOf(page, `remote ${remote}/${part}`, version);
    return [...(later === 'ready' ? [] : [`${what} did not mount: ${later}.`]), ...findings.sentences(what)];
  } catch (error) {
    return [`${what} could not be opened: ${error.message.split('\n')[0]}`];
  } finally {
    await page.close();
  }
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

/** Collects concrete paths for routes with parameters from the links of the pages visited so far. */
function createAddresses(to) {
  const known = new Set();
  const unread = ['/', '/classrooms', '/events'];

  async function learnFrom(page) {
    const paths = await page.$$eval('a[href^="/"]', (links) => links.map((link) => new URL(link.href).pathname));
    for (const path of paths) known.add(path);
  }

  /** Links lead to the page of an item; subpages, such as /events/{id}/edit, are derived from its path. */
  function fromLinks(path) {
    const end = path.lastIndexOf('}') + 1;
    const pattern = new RegExp(`^${path.slice(0, end).replace(/\{\w+\}/g, '[^/]+')}$`);
    const found = [...known].find((link) => pattern.test(link));
    return found && found + path.slice(end);
  }

  return {
    learnFrom,
    async of(page, path) {
      if (!path.includes('{')) return path;
      while (!fromLinks(path) && unread.length > 0) {
        await page.goto(to + unread.shift(), { waitUntil: 'domcontentloaded' });
        await settled(page, PATIENCE_MS);
        await learnFrom(page);
      }
      return fromLinks(path) ?? path.replace(/\{\w+\}/g, 'none');
    },
  };
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
