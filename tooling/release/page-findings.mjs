import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Errors of the api are for the page to show; the browser logs them on the console as well. */
const API_REFUSAL = /\/v1\//;

/** Collects the content policy violations and console errors of a page. Call before the page is opened. */
export async function watchPage(page) {
  const consoleErrors = [];
  const violations = [];
  const findings = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    if (/Content Security Policy/.test(message.text())) violations.push(message.text().split('\n')[0]);
    else if (!(/^Failed to load resource/.test(message.text()) && API_REFUSAL.test(message.location().url)))
      consoleErrors.push(message.text().split('\n')[0]);
  });
  page.on('pageerror', (error) => consoleErrors.push(String(error).split('\n')[0]));
  return {
    addFindings: (more) => findings.push(...more),
    sentences: (what) => [
      ...violations.map((text) => `${what} breaks the content policy: ${text}`),
      ...consoleErrors.map((text) => `${what} logs an error to the console: ${text}`),
      ...findings.map((text) => `${what} is not accessible: ${text}`),
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

/** Returns serious and critical axe violations of the current page. */
export async function lookAtPage(page, findings) {
  await page.evaluate(axeSource);
  findings.addFindings(
    await page.evaluate(async () => {
      const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}) at ${target.join(' ')}`));
    }),
  );
}
