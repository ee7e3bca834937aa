import type { Page } from '@playwright/test';

import { type Complaints, refusal } from '../fixtures/complaints';
import { layoutFindings, raisedElements, shiftsOf, smallTargets, watchShifts } from '../fixtures/pages/layout-findings';
import { expectAccessible, withDoubledText } from '../fixtures/pages/page-checks';
import { expect, signInByApi, test } from '../fixtures/product';
import { sharedProduct } from '../fixtures/running-product';
import { openWhole, pagesForAnyone, pagesForProfessional, pagesForStaff } from '../pages/every-page';

/**
 * One load of a page at one size serves all checks. The theme of a size is the user's choice, which the server renders;
 * without one the device decides.
 */
const sizes = [
  { width: 320, height: 640, theme: 'light' },
  { width: 360, height: 740, theme: 'dark' },
  { width: 1280, height: 800 },
] as const;
type Size = (typeof sizes)[number];
/** Largest layout shift allowed while a page loads. Source: design of the screens. */
const MOST_SHIFT = 0.05;
/** A warning about axe, which asks every frame for its findings, including those of the payment provider. */
const axeAsksForeignFrames = /^Failed to execute 'postMessage' on 'DOMWindow': The target origin/;

// Each test takes a minute.
test.describe.configure({ mode: 'parallel', timeout: 240_000 });
// Recording this many pages would take longer than visiting them.
test.use({ trace: 'off' });

for (const size of sizes) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: { width: size.width, height: size.height } });

    test.beforeEach(async ({ page, context, complaints }) => {
      if ('theme' in size) await context.addCookies([{ name: 'theme', value: size.theme, url: sharedProduct.url }]);
      complaints.watchWarnings(page);
      complaints.allow(axeAsksForeignFrames);
      await watchShifts(page);
    });

    test('every page for anyone fits the screen and is calm, accessible and free of errors', async ({
      page,
      request,
      complaints,
    }) => {
      complaints.allow(refusal(404, '/no/such/page'));
      complaints.allow(refusal(404, '/(classrooms/cls|events/evt)_missing'));
      for (const path of await pagesForAnyone(request)) {
        await expectSound(page, complaints, path, size);
        if (size.width === 320) continue;
        if (size.width === 360)
          expect.soft(await raisedElements(page), `elements of ${path} above earlier ones`).toEqual([]);
        await expectReadableWhenDoubled(page, path);
        await expectAccessible(page, path);
      }
    });

    test('every page of a professional fits the screen and is calm, accessible and free of errors', async ({
      page,
      context,
      request,
      complaints,
    }) => {
      await signInByApi(context, sharedProduct.url, 'host');
      for (const path of await pagesForProfessional(request)) {
        await expectSound(page, complaints, path, size);
        if (size.width !== 320) await expectReadableWhenDoubled(page, path);
        if (size.width === 1280) await expectAccessible(page, path);
      }
    });

    test('every page of staff fits the screen, including tables, and is calm, accessible and free of errors', async ({
      page,
      context,
      complaints,
    }) => {
      await signInByApi(context, sharedProduct.url, 'staff');
      for (const path of pagesForStaff) {
        await expectSound(page, complaints, path, size);
        const sideways = await page
          .getByRole('region')
          .evaluateAll((boxes) =>
            boxes
              .filter((box) => box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX))
              .map((box) => box.ariaLabel),
          );
        expect.soft(sideways, `boxes of ${path} that scroll sideways`).toEqual([]);
        if (size.width !== 320) await expectReadableWhenDoubled(page, path);
        if (size.width === 1280) await expectAccessible(page, path);
      }
    });
  });
}

/** Opens a page and expects content that stays in place, fits the screen and is large enough to touch, and no errors. */
async function expectSound(page: Page, complaints: Complaints, path: string, size: Size) {
  await openWhole(page, path);
  const { sum, moved } = await shiftsOf(page);
  expect.soft(sum, `${path} moved: ${moved.join('\n')}`).toBeLessThan(MOST_SHIFT);
  const main = page.getByRole('main');
  await expect
    .soft(main.getByRole('heading').or(main.getByRole('tablist')).filter({ visible: true }).first(), path)
    .toBeVisible();
  expect.soft(complaints.recent(), `errors and warnings on the console of ${path}`).toEqual([]);
  expect.soft(await layoutFindings(page), path).toEqual([]);
  // Touch targets matter only on a phone.
  if (size.width === 360) expect.soft(await smallTargets(page), `small targets of ${path}`).toEqual([]);
}

/** Expects the open page to fit the screen when the browser's text size is 200 %. */
async function expectReadableWhenDoubled(page: Page, path: string) {
  await withDoubledText(page, async () => {
    expect.soft(await layoutFindings(page), `${path} with text of 200 %`).toEqual([]);
  });
}
