import type { Locator } from '@playwright/test';

import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { expect, signInByApi, test } from '../fixtures/test';
import { Chrome } from '../pages/chrome';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('a visitor learns what this is, sees a live classroom, and goes around by the bar', async ({ page }) => {
    await page.goto('/');
    const chrome = new Chrome(page);
    await expect(page.getByText('ライブの教室に、いま、無料で入れる。')).toBeInViewport();
    await expect(chrome.main.getByRole('link', { name: '新規登録' })).toBeInViewport();
    await expect(chrome.main.getByRole('link', { name: /^いま聞く/ }).first()).toHaveAttribute(
      'href',
      /^\/classrooms\/./,
    );
    await expect(page.getByRole('heading', { name: /開催中の教室/ })).toBeInViewport();

    await expect(chrome.navigation).toHaveCount(1);
    await expect(chrome.navigation.getByRole('link')).toHaveText(['ホーム', '教室', 'イベント', '新規登録']);
    await chrome.navigation.getByRole('link', { name: 'イベント' }).click();
    await expect(page).toHaveURL(/\/events$/);
    await expect(chrome.navigation.locator('[aria-current="page"]')).toHaveText(['イベント']);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(chrome.navigation).toBeInViewport({ ratio: 1 });

    await chrome.navigation.getByRole('button', { name: 'メニュー' }).click();
    await page.getByRole('menuitem', { name: 'アーカイブ' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'アーカイブ' })).toBeVisible();
  });

  test('a person has their tickets in the bar, and the page of an event keeps its own action there', async ({
    page,
  }) => {
    await signInByApi(page.context(), sharedProduct.url, 'adult');
    await page.goto('/tickets');
    const chrome = new Chrome(page);
    await expect(page.getByText('ライブの教室に、いま、無料で入れる。')).toHaveCount(0);
    await expect(chrome.navigation.locator('[aria-current="page"]')).toHaveText(['チケット']);
    await chrome.navigation.getByRole('link', { name: 'イベント' }).click();
    await chrome.main.getByRole('article').first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/events\/./);
    await settled(page);
    await expect(chrome.navigation).not.toBeInViewport();
    await chrome.footer.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(chrome.navigation).toBeInViewport();
  });
});

test('wide screens have the parts of the product in the header, the current one marked', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  const chrome = new Chrome(page);
  await expect(page.getByRole('heading', { name: /開催中の教室/ })).toBeInViewport();
  await expect(chrome.navigation).toHaveCount(1);
  expect(await holesIn(chrome.main.getByRole('region', { name: /^まもなく始まる教室/ }))).toEqual([]);
  const links = chrome.header.getByRole('navigation').getByRole('link');
  await expect(links).toHaveText(['教室', 'イベント', 'アーカイブ', 'プラン']);
  await links.filter({ hasText: 'プラン' }).click();
  await expect(page).toHaveURL(/\/plans$/);
  await expect(chrome.navigation.locator('[aria-current="page"]')).toHaveText(['プラン']);
});

/**
 * Returns where the days of a timetable leave a hole: beside another day, or at the end of a row. Measured with all
 * entries of each day and without the last one, because only an odd number leaves one over.
 */
async function holesIn(timetable: Locator): Promise<string[]> {
  await expect(timetable.getByRole('listitem').first()).toBeVisible();
  return timetable.evaluate((region) => {
    const isNear = (a: number, b: number) => Math.abs(a - b) <= 1;
    const holesOf = (list: Element) => {
      const day = list.getBoundingClientRect();
      const boxes = [...list.children].map((entry) => entry.getBoundingClientRect());
      const isFilled = boxes.every(({ top, bottom }) => {
        const row = boxes.filter((other) => other.top === top);
        const rowEnd = Math.max(...row.map((other) => other.right));
        return isNear(rowEnd, day.right) && row.every((other) => isNear(other.bottom, bottom));
      });
      return isFilled ? [] : [`a row of ${boxes.length} entries`];
    };
    return [...region.querySelectorAll('ol')].flatMap((list) => {
      const beside = isNear(list.clientWidth, region.clientWidth) ? [] : ['beside a day'];
      const holes = holesOf(list);
      const last = list.lastElementChild;
      if (!last) return ['a day without entries'];
      last.remove();
      const holesWithout = holesOf(list);
      list.append(last);
      return [...beside, ...holes, ...holesWithout];
    });
  });
}
