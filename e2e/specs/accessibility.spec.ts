import { refusal } from '../fixtures/complaints';
import { ListPage } from '../pages/list-page';
import { accessibilityFindings, expect, signInAs, test } from '../fixtures/product';
import { settled } from '../fixtures/settled';

const visitorPages = ['/', '/signin', '/signin?tab=signup', '/classrooms', '/events', '/aud/terms_of_use', '/privacy_policy', '/law', '/brand_assets', '/no/such/page'];
const memberPages = ['/', '/classrooms', '/settings', '/notifications', '/events'];

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in the ${scheme} theme`, () => {
    test.use({ colorScheme: scheme });

    test('no page for visitors has a serious finding, a console error or a sideways scroll at 360 px', async ({ page, complaints }) => {
      test.setTimeout(120_000);
      complaints.allow(refusal(404, '/no/such/page'));
      for (const path of visitorPages) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading').or(page.getByRole('tablist')).filter({ visible: true }).first()).toBeVisible();
        await settled(page);
        expect(await accessibilityFindings(page), path).toEqual([]);
        await page.setViewportSize({ width: 360, height: 740 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, `sideways scroll of ${path}`).toBeLessThanOrEqual(0);
        expect(await accessibilityFindings(page), `${path} at 360 px`).toEqual([]);
      }
    });

    test('no page for members has a serious finding', async ({ page }) => {
      test.setTimeout(120_000);
      await signInAs(page, 'host');
      for (const path of memberPages) {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading').filter({ visible: true }).first()).toBeVisible();
        await settled(page);
        expect(await accessibilityFindings(page), path).toEqual([]);
      }
    });

    test('a classroom, an event and a profile have no serious finding', async ({ page }) => {
      await signInAs(page, 'adult');
      for (const list of ['/classrooms', '/events'] as const) {
        await page.goto(list);
        await new ListPage(page, list).firstLink.click();
        await expect(page).toHaveURL(new RegExp(`${list}/.`));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await settled(page);
        expect(await accessibilityFindings(page), list).toEqual([]);
      }
    });
  });
}
