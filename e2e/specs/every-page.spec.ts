import type { Page } from '@playwright/test';

import { type Complaints, refusal } from '../fixtures/complaints';
import { layoutFindings, raisedElements, shiftsOf, smallTargets, watchShifts } from '../fixtures/pages/layout-findings';
import { expectAccessible, resize, withDoubledText } from '../fixtures/pages/page-checks';
import { expect, signInByApi, test } from '../fixtures/product';
import { sharedProduct } from '../fixtures/running-product';
import { inFullUnless } from '../level';
import { isMainPage, openWhole, pagesForAnyone, pagesForProfessional, pagesForStaff } from '../pages/every-page';

/**
 * One load of a page at one size serves all checks. The theme of a size is the user's choice, which the server renders;
 * without one the device decides.
 */
const sizes = [
  { width: 360, height: 740, theme: 'dark' },
  { width: 1280, height: 800 },
] as const;
type Size = (typeof sizes)[number];
/** The smallest screen, on which the page of a phone is looked at once more. */
const SMALLEST = { width: 320, height: 640 };
/** Largest layout shift allowed while a page loads. Source: design of the screens. */
const MOST_SHIFT = 0.05;
/** A warning about axe, which asks every frame for its findings, including those of the payment provider. */
const axeAsksForeignFrames = /^Failed to execute 'postMessage' on 'DOMWindow': The target origin/;

// Each test takes up to a minute.
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

for (const size of sizes) {
  const isPhone = size.width === 360;
  for (const isMain of [false, true]) {
    const pages = isMain ? 'main page' : 'other page';
    const mainOf = (paths: readonly string[]) => paths.filter((path) => isMainPage(path) === isMain);

    test.describe(`at ${size.width} px`, inFullUnless(isMain && isPhone), () => {
      test.use({ viewport: { width: size.width, height: size.height } });

      test.beforeEach(async ({ page, context, complaints }) => {
        if ('theme' in size) await context.addCookies([{ name: 'theme', value: size.theme, url: sharedProduct.url }]);
        complaints.watchWarnings(page);
        complaints.allow(axeAsksForeignFrames);
        await watchShifts(page);
      });

      test(`every ${pages} for anyone fits the screen and is calm, accessible and free of errors`, async ({
        page,
        request,
        complaints,
      }) => {
        complaints.allow(refusal(404, '/no/such/page'));
        complaints.allow(refusal(404, '/(classrooms/cls|events/evt)_missing'));
        for (const path of mainOf(await pagesForAnyone(request))) {
          await expectSound(page, complaints, path, size);
          if (isPhone) expect.soft(await raisedElements(page), `elements of ${path} above earlier ones`).toEqual([]);
          await expectReadableWhenDoubled(page, path);
          await expectAccessible(page, path);
          if (isPhone) await expectToFitSmallest(page, path, size);
        }
      });

      test(`every ${pages} of a professional fits the screen and is calm, accessible and free of errors`, async ({
        page,
        context,
        request,
        complaints,
      }) => {
        await signInByApi(context, sharedProduct.url, 'host');
        for (const path of mainOf(await pagesForProfessional(request))) {
          await expectSound(page, complaints, path, size);
          await expectReadableWhenDoubled(page, path);
          if (isMain || !isPhone) await expectAccessible(page, path);
          if (isPhone) await expectToFitSmallest(page, path, size);
        }
      });

      test(`every ${pages} of staff fits the screen, including tables, and is calm, accessible and free of errors`, async ({
        page,
        context,
        complaints,
      }) => {
        await signInByApi(context, sharedProduct.url, 'staff');
        for (const path of mainOf(pagesForStaff)) {
          await expectSound(page, complaints, path, size);
          await expectTablesToFit(page, path);
          await expectReadableWhenDoubled(page, path);
          if (isMain || !isPhone) await expectAccessible(page, path);
          if (isPhone) await expectToFitSmallest(page, path, size, true);
        }
      });
    });
  }
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

/** Expects the open page to fit the smallest screen, too. */
async function expectToFitSmallest(page: Page, path: string, size: Size, hasTables = false) {
  await resize(page, SMALLEST);
  expect.soft(await layoutFindings(page), `${path} at ${SMALLEST.width} px`).toEqual([]);
  if (hasTables) await expectTablesToFit(page, path);
  await resize(page, size);
}

async function expectTablesToFit(page: Page, path: string) {
  const sideways = await page
    .getByRole('region')
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX))
        .map((box) => box.ariaLabel),
    );
  expect.soft(sideways, `boxes of ${path} that scroll sideways at ${page.viewportSize()?.width} px`).toEqual([]);
}

/** Expects the open page to fit the screen when the browser's text size is 200 %. */
async function expectReadableWhenDoubled(page: Page, path: string) {
  await withDoubledText(page, async () => {
    expect.soft(await layoutFindings(page), `${path} with text of 200 %`).toEqual([]);
  });
}
