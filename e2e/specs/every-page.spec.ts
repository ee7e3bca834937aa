import type { Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { type Complaints, refusal } from '../fixtures/complaints';
import {
  brokenNumbers,
  layoutFindings,
  raisedElements,
  shiftsOf,
  smallTargets,
  watchShifts,
} from '../fixtures/pages/layout-findings';
import { expectAccessible, resize, withDoubledText } from '../fixtures/pages/page-checks';
import { checkoutPath } from '../fixtures/purchases';
import { sharedProduct } from '../fixtures/running-product';
import { expect, signInByApi, test } from '../fixtures/test';
import { inFullUnless } from '../level';
import {
  isMainPage,
  openWhole,
  pagesForAnyone,
  pagesForProfessional,
  pagesForStaff,
  pagesOfPurchases,
  pagesOfThings,
} from '../pages/every-page';
import { RoomPage } from '../pages/room-page';

/**
 * One load of a page at one size serves all checks. The theme of a size is the user's choice, which the server renders;
 * without one the device decides.
 */
const sizes = [
  { width: 360, height: 740, theme: 'dark' },
  { width: 1280, height: 800 },
] as const;
type Size = (typeof sizes)[number];
/** The smallest screen, on which phone pages are checked again. */
const SMALLEST = { width: 320, height: 640 };
/** Largest layout shift allowed while a page loads. Source: design of the screens. */
const MOST_SHIFT = 0.05;
/** A phone far from its mast: code and answers arrive one after the other. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
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

test.describe('a phone on which all text of the page is twice as large', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('fits every public page, and breaks no date inside a number', async ({ page, request }) => {
    const own = ['/', '/search?q=%E6%95%99', '/signin', '/signin?tab=signup', '/professionals'];
    await expectToFitDoubled(page, [...own, ...(await pagesOfThings(request)), ...(await pagesOfPurchases())]);
  });

  test('fits the own pages of a person and a room', async ({ page, context }) => {
    const person = await ApiPerson.demo(sharedProduct.url, 'adult');
    await person.useIn(context);
    const checkout = await checkoutPath(sharedProduct);
    await expectToFitDoubled(page, [
      '/settings',
      '/tickets',
      '/settings#notifications',
      '/me/classrooms',
      '/plans/confirm?plan=plan_standard',
      checkout,
    ]);
    const host = await ApiPerson.newcomer(sharedProduct.url);
    const room = await host.createRoom();
    await host.join(room);
    await new RoomPage(page).enter(room);
    await expectDoubledToFit(page, 'the room');
  });
});

for (const width of [360, 1280])
  test(`results and checkout stay in place on a slow connection at ${width} px`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 800 });
    await signInByApi(context, sharedProduct.url, 'subscriber');
    await watchShifts(page);
    const browser = await context.newCDPSession(page);
    await browser.send('Network.enable');
    await browser.send('Network.emulateNetworkConditions', SLOW);
    for (const path of ['/search?q=%E6%95%B0%E5%AD%A6', await checkoutPath(sharedProduct)]) {
      await openWhole(page, path);
      const { sum, moved } = await shiftsOf(page);
      expect.soft(sum, `${path} moved: ${moved.join('\n')}`).toBeLessThan(MOST_SHIFT);
    }
  });

/** Expects the pages to fit the screen when all their text is twice as large. */
async function expectToFitDoubled(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await openWhole(page, path);
    await expectDoubledToFit(page, path);
  }
}

/** Expects the open page to fit the screen when all its text is twice as large. */
async function expectDoubledToFit(page: Page, name: string) {
  // Unlike the browser's text size, this leaves media queries as they are.
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  expect.soft(await layoutFindings(page), name).toEqual([]);
  expect.soft(await brokenNumbers(page), `broken numbers of ${name}`).toEqual([]);
}

/**
 * Opens a page and expects content that stays in place, fits the screen and is large enough to touch, and no errors.
 */
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
