import type { Page } from '@playwright/test';

import { refusal } from '../fixtures/complaints';
import { layoutFindings, shiftsOf, smallTargets, watchShifts } from '../fixtures/pages/layout-findings';
import { expect, signInAs, signInByApi, test } from '../fixtures/product';
import { openWhole, pagesForAnyone, pagesForProfessional, pagesForStaff } from '../pages/every-page';

const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;
/** Largest layout shift allowed while a page loads. Source: design of the screens. */
const MOST_SHIFT = 0.05;

for (const size of sizes) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size });

    test('every page for anyone fits the screen without layout shift', async ({ page, request, complaints }) => {
      complaints.allow(refusal(404, '/no/such/page'));
      await expectCalm(page, await pagesForAnyone(request));
    });

    test('every page of a professional fits the screen without layout shift', async ({ page, request }) => {
      await signInAs(page, 'host');
      await expectCalm(page, await pagesForProfessional(request));
    });

    test('every page of staff fits the screen, including tables, without layout shift', async ({ page, baseURL }) => {
      await signInByApi(page.context(), baseURL ?? '', 'staff');
      await expectCalm(page, pagesForStaff);
      for (const path of pagesForStaff) {
        await page.goto(path);
        const sideways = await page
          .getByRole('region')
          .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.ariaLabel));
        expect.soft(sideways, `boxes of ${path} that scroll sideways`).toEqual([]);
      }
    });
  });
}

async function expectCalm(page: Page, paths: readonly string[]) {
  test.setTimeout(120_000);
  await watchShifts(page);
  for (const path of paths) {
    await openWhole(page, path);
    expect.soft(await layoutFindings(page), path).toEqual([]);
    // Touch targets matter only on a phone.
    if (page.viewportSize()?.width === 360)
      expect.soft(await smallTargets(page), `small targets of ${path}`).toEqual([]);
    const { sum, moved } = await shiftsOf(page);
    expect.soft(sum, `${path} moved: ${moved.join('\n')}`).toBeLessThan(MOST_SHIFT);
  }
}
