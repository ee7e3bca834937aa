// What a part must leave as it is: the shell's header, footer and navigation, and the user's browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sharedFolder } from '../../project.mjs';

const browserData = readFileSync(join(sharedFolder, 'src/contract/browser-data.ts'), 'utf8');

/** More requests than this while a page is watched are a loop. */
const MAX_REQUESTS = 60;
/** How long a click may take to arrive, in milliseconds. */
const CLICK_MS = 2_000;
/** What the shell itself leaves in a browser. */
const OF_SHELL = new Set([
  ...[...browserData.matchAll(/^export const \w+_(COOKIE|KEY) = '(.+)';$/gm)].map(([, kind, name]) =>
    kind === 'COOKIE' ? `the cookie ${name}` : `sessionStorage.${name}`,
  ),
  'a service worker for /',
]);
/** Keys that the facade writes for the current user, and removes with them. */
const OF_USER = /^\w+Storage\.person:/;

/**
 * Collects what a page does to the user's window without being asked. Call before the page is opened, and `begin` once
 * it shows its part.
 * @param {import('playwright-core').Page} page
 */
export function watchWindow(page) {
  const acts = new Set();
  let requests = 0;
  let isOver = false;
  page.on('dialog', (dialog) => {
    // A form that is left after its controls were clicked asks whether its input may go.
    if (isOver && dialog.type() === 'beforeunload') return void dialog.accept().catch(() => undefined);
    acts.add(`opens the browser’s dialog "${dialog.type()}" that the user did not ask for.`);
    void dialog.dismiss().catch(() => undefined);
  });
  page.on('popup', (popup) => {
    acts.add('opens a window that the user did not ask for.');
    void popup.close().catch(() => undefined);
  });
  page.on('download', (download) => {
    acts.add('starts a download that the user did not ask for.');
    void download.cancel().catch(() => undefined);
  });
  page.on('request', () => (requests += 1));
  let path = '';
  return {
    begin() {
      requests = 0;
      path = new URL(page.url()).pathname;
    },
    acts() {
      isOver = true;
      const now = new URL(page.url()).pathname;
      if (path !== '' && now !== path) acts.add(`leads away to ${now} without being asked.`);
      if (requests > MAX_REQUESTS) acts.add(`sends ${requests} requests in ten seconds.`);
      return [...acts];
    },
  };
}

/**
 * Returns what a page has left in the browser: names of cookies that scripts can read, keys of storage, service workers.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
const tracesIn = (page) =>
  page.evaluate(async () => {
    const cookies = document.cookie.split('; ').map((pair) => pair.replace(/=.*$/s, ''));
    const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
    return [
      ...cookies.filter((name) => name !== '').map((name) => `the cookie ${name}`),
      ...Object.keys(localStorage).map((key) => `localStorage.${key}`),
      ...Object.keys(sessionStorage).map((key) => `sessionStorage.${key}`),
      ...workers.map(({ scope }) => `a service worker for ${new URL(scope).pathname}`),
    ];
  });

/**
 * Returns which parts of the shell a page has around its main content, by the HTML of the server: some have neither.
 * @param {string} html
 */
export const frameIn = (html) => [
  ...(html.slice(0, html.indexOf('<main')).includes('<header') ? ['header'] : []),
  ...(html.slice(html.indexOf('</main>')).includes('<footer') ? ['footer'] : []),
];

/**
 * Returns what a part has done to the shell around it and to the browser, as sentences without their subject.
 * @param {import('playwright-core').Page} page
 * @param {string[]} frame what the page has of the shell
 */
export async function brokenHost(page, frame) {
  const traces = (await tracesIn(page)).filter((trace) => !OF_SHELL.has(trace) && !OF_USER.test(trace));
  return [
    ...traces.map((trace) => `leaves ${trace}: data of a user belongs into personStorage.`),
    ...(await page.evaluate(focusAndDialogs)),
    ...(await brokenFrame(page, frame)),
  ];
}

/** Runs in the page. */
function focusAndDialogs() {
  const focused = document.activeElement;
  const isTaken = focused && focused !== document.body && focused.matches('a, button, input, select, textarea');
  return [
    ...(isTaken ? [`takes the focus to a ${focused.localName} without being asked.`] : []),
    ...(document.querySelector('dialog:modal') ? ['opens a modal dialog that the user did not ask for.'] : []),
  ];
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string[]} frame
 */
async function brokenFrame(page, frame) {
  const missing = await page.evaluate(missingFrame, frame);
  if (missing.length > 0 || !frame.includes('header')) return missing;
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const logo = page.locator('header:not(main header) a[href="/"]').first();
  const box = await logo.boundingBox();
  if (!box) return [];
  const click = await logo.evaluateHandle(listenForClick, CLICK_MS);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  // A link whose click the shell does not see loads its page, which ends this one.
  const hasArrived = await click.evaluate(({ arrival }) => arrival).catch(() => false);
  return hasArrived ? [] : ['keeps clicks from the shell’s header.'];
}

/** Runs in the page. Every link and button of the frame must be the topmost element where it is seen. */
export function missingFrame(frame) {
  return frame.flatMap((name) => {
    const part = document.querySelector(`${name}:not(main ${name})`);
    if (!part) return [`removes the shell’s ${name}.`];
    const covered = [...part.querySelectorAll('a, button')].filter((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isOnScreen = width > 0 && height > 0 && x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;
      return isOnScreen && !control.contains(document.elementFromPoint(x, y));
    });
    const isHidden = !part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (isHidden) return [`hides the shell’s ${name}.`];
    return covered.length > 0 ? [`covers ${covered.length} control(s) of the shell’s ${name}.`] : [];
  });
}

/** Runs in the page: whether it has neither text nor other visible content. Source: the shell's watch on rendered parts. */
export function isBlank() {
  const content = document.getElementById('content');
  const shown = 'img, svg, canvas, video, iframe, input, textarea, select, [aria-busy]';
  return content !== null && content.innerText.trim() === '' && !content.querySelector(shown);
}

/** Runs in the page: whether a click arrives, which then leads nowhere. */
function listenForClick(link, patience) {
  const arrival = new Promise((resolve) => {
    setTimeout(() => resolve(false), patience);
    link.addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        event.stopPropagation();
        resolve(true);
      },
      { once: true },
    );
  });
  return { arrival };
}
