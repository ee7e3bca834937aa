import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What the api refuses is the page's matter to tell; the browser says it on the console as well. */
const API_REFUSAL = /\/v1\//;

/** Listens to what a page says that a healthy one does not. Call before it is opened. */
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
      ...consoleErrors.map((text) => `${what} writes an error on the console: ${text}`),
      ...findings.map((text) => `${what} cannot be used by everybody: ${text}`),
    ],
  };
}

/** Looks for serious and critical findings of axe on the page as it stands. */
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
