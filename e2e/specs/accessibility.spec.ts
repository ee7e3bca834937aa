import type { Locator, Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { accessibilityFindings, expect, signInAs, signInByApi, test } from '../fixtures/product';
import { checkoutStates } from '../fixtures/purchases';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { ProfilePage } from '../pages/account/profile-page';
import { Chrome } from '../pages/chrome';
import { CreateDialog } from '../pages/create-dialog';
import { pagesOfOrganizer, pagesOfPurchases } from '../pages/every-page';
import { ListPage } from '../pages/list-page';

const visitorPages = [
  '/',
  '/signin',
  '/signin?tab=signup',
  '/classrooms',
  '/events',
  '/events?view=month',
  '/aud/terms_of_use',
  '/privacy_policy',
  '/law',
  '/brand_assets',
  '/status/seats',
  '/plans',
  '/no/such/page',
];
const memberPages = [
  '/',
  '/classrooms',
  '/settings',
  '/notifications',
  '/events',
  '/tickets',
  '/plans',
  '/plans/confirm?plan=plan_standard',
  '/org/settings',
  '/org/events',
  '/org/events?create=1',
];
const widths = [1280, 360] as const;

/** Opens a menu or dialog, checks the page with it, and closes it with Escape. */
async function expectAccessibleOpen(page: Page, name: string, open: () => Promise<void>, part: Locator) {
  await open();
  await expect(part).toBeVisible();
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  );
  expect(await accessibilityFindings(page), `${name} at ${page.viewportSize()?.width} px`).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(part).toHaveCount(0);
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in the ${scheme} theme`, () => {
    test.use({ colorScheme: scheme });

    test('no page for visitors has a serious finding, a console error or horizontal scrolling at 360 px', async ({
      page,
      complaints,
    }) => {
      test.setTimeout(240_000);
      complaints.allow(refusal(404, '/no/such/page'));
      for (const path of [...visitorPages, ...(await pagesOfPurchases())]) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(path);
        await expect(
          page.getByRole('main').getByRole('heading').or(page.getByRole('tablist')).filter({ visible: true }).first(),
        ).toBeVisible();
        await settled(page);
        expect(await accessibilityFindings(page), path).toEqual([]);
        await page.setViewportSize({ width: 360, height: 740 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `sideways scroll of ${path}`).toBeLessThanOrEqual(0);
        expect(await accessibilityFindings(page), `${path} at 360 px`).toEqual([]);
      }
    });

    test('no page for signed-in users has a serious finding', async ({ page }) => {
      test.setTimeout(240_000);
      await signInAs(page, 'host');
      for (const path of [...memberPages, ...(await pagesOfOrganizer())]) {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading').filter({ visible: true }).first()).toBeVisible();
        await settled(page);
        expect(await accessibilityFindings(page), path).toEqual([]);
      }
    });

    test('no state of a payment has a serious accessibility violation', async ({ page }) => {
      test.setTimeout(120_000);
      for (const { api, path } of await checkoutStates(sharedProduct)) {
        await api.useIn(page.context());
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto(path);
          await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
          await settled(page);
          expect(await accessibilityFindings(page), `${path} at ${width} px`).toEqual([]);
        }
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

    test('open menus and dialogs have accessible names and no serious finding', async ({ page, request }) => {
      test.setTimeout(120_000);
      await signInByApi(page.context(), sharedProduct.url, 'adult');
      const {
        items: [classroom],
      } = (await (await request.get('/v1/classrooms?state=scheduled&limit=1')).json()) as {
        items: { id: string; host: { id: string } }[];
      };
      const chrome = new Chrome(page);
      const dialog = page.getByRole('dialog');
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto('/');
        await settled(page);
        await expectAccessibleOpen(page, 'the account menu', () => chrome.userMenuButton.click(), chrome.userMenu);
        await expectAccessibleOpen(
          page,
          'the search',
          () => chrome.searchButton.click(),
          page.getByRole('dialog', { name: '検索' }),
        );
        await expectAccessibleOpen(
          page,
          'the form of a classroom',
          () => chrome.createButton.click(),
          new CreateDialog(page).dialog,
        );
        await page.goto(`/users/${classroom?.host.id}`);
        const { moreButton, moreMenu } = new ProfilePage(page);
        await expectAccessibleOpen(page, "a person's menu", () => moreButton.click(), moreMenu);
        for (const act of ['通報する', 'ブロックする']) {
          await expectAccessibleOpen(
            page,
            act,
            async () => {
              await moreButton.click();
              await moreMenu.getByRole('menuitem', { name: act }).click();
            },
            dialog,
          );
        }
      }
    });

    test('the menu of a participant and its dialogs have no serious finding', async ({ browser }) => {
      test.setTimeout(180_000);
      const { url } = sharedProduct;
      const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
      const id = await host.createRoom();
      for (const person of [host, guest]) await person.join(id);
      await host.must('DELETE', `/classrooms/${id}/leave`);
      const room = await browserOf(browser, host);
      await room.page.emulateMedia({ colorScheme: scheme });
      await room.enter(id);
      await room.showPeople();
      for (const width of widths) {
        await room.page.setViewportSize({ width, height: 800 });
        await expectAccessibleOpen(
          room.page,
          "a person's menu in a room",
          () => room.openMenuOf(guest.nickname),
          room.menuOf(guest.nickname),
        );
        await expectAccessibleOpen(
          room.page,
          'the question before a kick',
          () => room.act(guest.nickname, '退室させる'),
          room.page.getByRole('dialog'),
        );
        await expectAccessibleOpen(
          room.page,
          'the question before the end',
          () => room.control('終了する').click(),
          room.page.getByRole('dialog'),
        );
      }
      await room.page.context().close();
    });
  });
}
