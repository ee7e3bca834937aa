import type { Locator, Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { expectAccessible } from '../fixtures/pages/page-checks';
import { checkoutStates } from '../fixtures/purchases';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { expect, signInByApi, test } from '../fixtures/test';
import { inFullUnless } from '../level';
import { ProfilePage } from '../pages/account/profile-page';
import { Chrome } from '../pages/chrome';
import { CreateDialog } from '../pages/create-dialog';
import { ListPage } from '../pages/list-page';

// Menus and dialogs open and close with motion.
test.use({ reducedMotion: 'no-preference' });

// every-page.spec.ts checks the pages themselves; these are the states that take more than opening a page.
test.describe.configure({ timeout: 180_000 });

const widths = [1280, 360] as const;

/** Opens a menu or dialog, checks the page with it, and closes it with Escape. */
async function expectAccessibleOpen(page: Page, name: string, open: () => Promise<void>, part: Locator) {
  await open();
  await expect(part).toBeVisible();
  await expectAccessible(page, name);
  await page.keyboard.press('Escape');
  await expect(part).toHaveCount(0);
}

test('no state of a payment has a serious accessibility violation', { tag: '@full' }, async ({ page }) => {
  for (const { api, path } of await checkoutStates(sharedProduct)) {
    await api.useIn(page.context());
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page, path);
    }
  }
});

test('a classroom, an event and a profile have no serious finding', { tag: '@full' }, async ({ page, context }) => {
  await signInByApi(context, sharedProduct.url, 'adult');
  for (const list of ['/classrooms', '/events'] as const) {
    await page.goto(list);
    await new ListPage(page, list).firstLink.click();
    await expect(page).toHaveURL(new RegExp(`${list}/.`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await expectAccessible(page, list);
  }
});

for (const width of widths) {
  test(
    `open menus and dialogs have accessible names and no serious finding at ${width} px`,
    inFullUnless(width === 360),
    async ({ page, request }) => {
      await page.setViewportSize({ width, height: 800 });
      await signInByApi(page.context(), sharedProduct.url, 'adult');
      const {
        items: [classroom],
      } = (await (await request.get('/v1/classrooms?state=scheduled&limit=1')).json()) as {
        items: { id: string; host: { id: string } }[];
      };
      const chrome = new Chrome(page);
      const dialog = page.getByRole('dialog');
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
    },
  );
}

test('the menu of a participant and its dialogs have no serious finding', { tag: '@full' }, async ({ browser }) => {
  const { url } = sharedProduct;
  const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
  const id = await host.createRoom();
  for (const person of [host, guest]) await person.join(id);
  await host.must('DELETE', `/classrooms/${id}/leave`);
  const room = await browserOf(browser, host);
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

test('the focus ring of a comment covers no neighbouring stop', async ({ page, context, request }) => {
  await signInByApi(context, sharedProduct.url, 'host');
  const { items } = await (await request.get('/v1/classrooms?state=live&limit=1')).json();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/classrooms/${items[0].id}`);
    await settled(page);
    const stops = page
      .getByRole('region', { name: /^コメント/ })
      .getByRole('listitem')
      .locator('a, button');
    await expect(stops.nth(3)).toBeVisible();
    expect(await coveredByRings(stops), `at ${width} px`).toEqual([]);
  }
});

/** Focuses one stop after the other, and returns those whose focus ring overlaps the stop before or after it. */
const coveredByRings = (stops: Locator) =>
  stops.evaluateAll((all) => {
    const shown = (stop: Element) => (stop.querySelector('strong') ?? stop).getBoundingClientRect();
    return (all as HTMLElement[]).flatMap((stop, index) => {
      stop.focus({ focusVisible: true } as FocusOptions);
      const ringed = [stop, ...stop.querySelectorAll('*')].find(
        (each) => getComputedStyle(each).outlineStyle !== 'none',
      );
      if (!ringed) return [`no ring: ${stop.outerHTML}`];
      const { outlineWidth, outlineOffset } = getComputedStyle(ringed);
      const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const ring = ringed.getBoundingClientRect();
      return [all[index - 1], all[index + 1]].flatMap((other) => {
        const box = other && shown(other);
        const isApart =
          !box ||
          ring.right + reach <= box.left ||
          ring.left - reach >= box.right ||
          ring.bottom + reach <= box.top ||
          ring.top - reach >= box.bottom;
        return isApart ? [] : [`${stop.outerHTML} over ${other.outerHTML}`];
      });
    });
  });
