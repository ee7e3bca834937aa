import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/**
 * Errors of the api are for the page to show; the browser logs them on the console as well, and so it does for the page of
 * something that does not exist.
 */
const isAnswered = (text, url, page) => url.includes('/v1/') || (url === page.url() && / 404 /.test(text));

/**
 * Collects the content policy violations and console errors of a page, and what else is found, as sentences without
 * their subject. Call before the page is opened.
 */
export async function watchPage(page) {
  const consoleErrors = [];
  const violations = [];
  const findings = [];
  let isOver = false;
  page.on('console', (message) => {
    if (isOver || message.type() !== 'error') return;
    if (/Content Security Policy/.test(message.text())) violations.push(message.text().split('\n')[0]);
    else if (
      !(/^Failed to load resource/.test(message.text()) && isAnswered(message.text(), message.location().url, page))
    )
      consoleErrors.push(message.text().split('\n')[0]);
  });
  page.on('pageerror', (error) => isOver || consoleErrors.push(String(error).split('\n')[0]));
  return {
    add: (text) => findings.push(text),
    /** What the browser logs later is no finding: it also does so when the connection is lost. */
    end: () => (isOver = true),
    texts: () => [
      ...findings,
      ...violations.map((text) => `breaks the content policy: ${text}`),
      ...consoleErrors.map((text) => `logs an error to the console: ${text}`),
    ],
  };
}

/**
 * Waits until no response has arrived for half a second and no skeleton is visible, at most for the given milliseconds.
 * The network of a page with a signed-in user is never idle: its live connection stays open.
 */
export async function settled(page, timeout) {
  const isSettled = () => {
    const last = performance
      .getEntriesByType('resource')
      .reduce((latest, entry) => Math.max(latest, /** @type {PerformanceResourceTiming} */ (entry).responseEnd), 0);
    return performance.now() - last > 500 && document.querySelector('main [role="status"][aria-busy="true"]') === null;
  };
  await page.waitForFunction(isSettled, undefined, { timeout }).catch(() => undefined);
}

/** Adds the serious and critical axe violations of the current page to its findings. */
export async function lookAtPage(page, findings) {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const found = await window.axe.run(document, { resultTypes: ['violations'] });
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}) at ${target.join(' ')}`));
  });
  for (const violation of violations) findings.add(`is not accessible: ${violation}`);
}

/** Returns by how much a page must be scrolled sideways to be seen, in words; undefined when it fits. */
export function widerThanScreen(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? `${scrollWidth} px of ${clientWidth}` : undefined;
  });
}
