import { faultCases, walkFault } from '../fixtures/releases/fault-matrix';
import { breakLine } from '../fixtures/releases/faults';
import { sharedProduct } from '../fixtures/running-product';
import { expect, signInByApi, test, renderedByBrowser } from '../fixtures/test';
import { inFullUnless } from '../level';
import { EventsPart } from '../pages/events-part';

// Submits a broken release to the product itself.
test.skip(Boolean(process.env.E2E_BASE_URL), 'needs the deploy token of the product');

test.describe.configure({ mode: 'parallel' });

/** One fault at each stage. */
const MAIN = [
  'registry answer: tampered bytes',
  'entry: 500',
  'chunk: throws in render',
  'stylesheet: connection reset',
];

for (const given of faultCases({ 'registry answer': 'slot', entry: 'slot', chunk: 'page', stylesheet: 'page' })) {
  test(
    `${given.stage}: ${given.fault} (${given.place})`,
    inFullUnless(MAIN.includes(`${given.stage}: ${given.fault}`)),
    async ({ page, complaints }) => {
      await walkFault(page, complaints, sharedProduct, given);
    },
  );
}

test('a part without an answer for ten seconds shows the error panel', { tag: '@full' }, async ({ page, context }) => {
  const part = new EventsPart(page);
  await signInByApi(context, sharedProduct.url, 'adult');
  const entry = /\/mf-events\/[^/]+\/remote-entry\./;
  await breakLine(context, entry, 'hang');
  await page.goto(renderedByBrowser('/'), { waitUntil: 'commit' });
  await expect(part.slowWords).toBeVisible();
  await expect(part.panel).toBeVisible({ timeout: 30_000 });
  await expect(part.slowWords).toBeHidden();
  await expect(part.list).toHaveCount(0);
});
