import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

import { lookAtPage, watchPage } from './page-findings.mjs';

/** How long a page may take until its part has rendered, in milliseconds. */
const PATIENCE_MS = 15_000;
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Opens every page and slot of a candidate inside the live shell, in a browser that alone gets it.
 *
 * @param {object} given
 * @param {string} given.to Address of the product.
 * @param {{ remote: string, version: string, routes: { path: string, page: string, access: string }[], slots: string[] }} given.manifest
 * @param {{ name: string, value: string }} given.override Cookie of the candidate.
 * @param {Record<string, { path: string, access: string }>} given.slotHosts On which page each slot stands.
 * @param {{ email: string, password: string } | null} given.person Who signs in for what is not for anyone.
 * @returns {Promise<{ refusals: string[], looked: string[] }>}
 */
export async function walkBrowserGate({ to, manifest, override, slotHosts, person }) {
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
    const needsPerson = visits.some(({ access }) => access !== 'anyone');
    if (needsPerson && !person) {
      return {
        refusals: [
          `${visits.find(({ access }) => access !== 'anyone').what} is for people who are signed in: set RELEASE_CHECK_EMAIL and RELEASE_CHECK_PASSWORD to somebody who may see it.`,
        ],
        looked: [],
      };
    }
    const contexts = { anyone: await open(null), person: needsPerson ? await open(person) : undefined };
    const refusals = [];
    const links = new Set();
    // Addresses without parameters first: they lead to those with some.
    for (const visit of visits.sort((a, b) => a.path.split('{').length - b.path.split('{').length)) {
      const context = visit.access === 'anyone' ? contexts.anyone : contexts.person;
      refusals.push(...(await look(context, to, manifest, visit, links)));
    }
    return { refusals: [...new Set(refusals)], looked: visits.map(({ what }) => what) };
  } finally {
    await browser.close();
  }
}

/** Every page and every slot once, each at an address where it stands. */
function visitsOf({ routes, slots }, slotHosts) {
  return [
    ...routes.map(({ path, page, access }) => ({ what: `The route ${path}`, path, part: `pages/${page}`, access })),
    ...slots.map((slot) => ({ what: `The slot "${slot}"`, part: `slots/${slot}`, ...slotHosts[slot] })),
  ];
}

async function look(context, to, { remote, version }, { what, path, part }, links) {
  const page = await context.newPage();
  try {
    const findings = await watchPage(page);
    const address = await addressOf(page, to, path, links);
    await page.goto(to + address, { waitUntil: 'domcontentloaded' });
    const outcome = await outcomeOf(page, `remote ${remote}/${part}`, version);
    if (outcome !== 'ready') return [`${what} did not mount: ${outcome}.`, ...findings.sentences(what)];
    await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS }).catch(() => undefined);
    for (const href of await page.$$eval('a[href^="/"]', (found) => found.map((each) => new URL(each.href).pathname)))
      links.add(href);
    await lookAtPage(page, findings);
    const later = await outcomeOf(page, `remote ${remote}/${part}`, version);
    return [...(later === 'ready' ? [] : [`${what} did not mount: ${later}.`]), ...findings.sentences(what)];
  } catch (error) {
    return [`${what} could not be opened: ${error.message.split('\n')[0]}`];
  } finally {
    await page.close();
  }
}

/** What the shell says became of a part: "ready", or a sentence on what is wrong. */
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
  if (!handle) return `the shell did not draw it within ${PATIENCE_MS / 1000} s`;
  const { isReady, reason, version: shown } = await handle.jsonValue();
  if (!isReady) return reason || 'it failed';
  return shown === version ? 'ready' : `the page showed ${shown} instead`;
}

/** A real address for a path with parameters, found among the links of pages seen so far. */
async function addressOf(page, to, path, links) {
  if (!path.includes('{')) return path;
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  const known = () => [...links].find((href) => pattern.test(href));
  const parent = path.slice(0, path.indexOf('/{')) || '/';
  for (const seed of [parent, '/', '/classrooms', '/events']) {
    if (known()) break;
    await page.goto(to + seed, { waitUntil: 'domcontentloaded' });
    await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS }).catch(() => undefined);
    for (const href of await page.$$eval('a[href^="/"]', (found) => found.map((each) => new URL(each.href).pathname)))
      links.add(href);
  }
  return known() ?? path.replace(/\{\w+\}/g, 'none');
}

/**
 * By the api, as the sign-in page does it.
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
