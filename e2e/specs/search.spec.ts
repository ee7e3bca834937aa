import { refusal } from '../fixtures/complaints';
import { sharedProduct } from '../fixtures/running-product';
import { expect, signInByApi, test } from '../fixtures/test';
import { SearchScreens } from '../pages/search-screens';

test.beforeEach(async ({ context }) => signInByApi(context, sharedProduct.url, 'adult'));

test('the search opens with /, leads to a result by keyboard alone, and remembers the search terms', async ({
  page,
}) => {
  const search = new SearchScreens(page);
  await page.goto('/');
  await search.ready();

  await test.step('part of a word gives suggestions with the matches highlighted', async () => {
    await page.keyboard.press('/');
    await expect(search.box).toBeFocused();
    await page.keyboard.type('角関');
    await expect(search.option(/三角関数/).first()).toBeVisible();
    await expect(search.marked.first()).toHaveText('角関');
  });

  await test.step('Escape clears the box, and a second Escape closes it', async () => {
    await page.keyboard.press('Escape');
    await expect(search.box).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(search.dialog).toHaveCount(0);
  });

  await test.step('arrow keys and Enter open a suggestion', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('角関');
    const second = search.options.nth(1);
    await expect(second).toContainText('三角関数');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/classrooms\/[^/]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('三角関数');
  });

  await test.step('Enter alone opens the results page', async () => {
    await search.ready();
    await page.keyboard.press('/');
    await page.keyboard.type('英語');
    await page.keyboard.press('Enter');
    await expect(search.heading('「英語」の検索結果')).toBeVisible();
    await expect(search.section('教室').getByRole('link', { name: /英語/ }).first()).toBeVisible();
  });

  await test.step('the recent searches are offered again', async () => {
    await page.goto('/');
    await search.ready();
    await page.keyboard.press('/');
    await expect(search.recent.getByRole('option', { name: '英語' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(search.heading('「英語」の検索結果')).toBeVisible();
  });
});

test('kana, kanji and widths are equivalent', { tag: '@full' }, async ({ page }) => {
  const search = new SearchScreens(page);
  for (const words of ['すうがく', 'スウガク', 'ｽｳｶﾞｸ', '数学']) {
    await page.goto(`/search?q=${encodeURIComponent(words)}`);
    await expect(search.section('教室').getByRole('listitem').filter({ hasText: '数学' }).first(), words).toBeVisible();
  }
});

test(
  'an empty and a failed search show a message, and a failed one can be retried',
  { tag: '@full' },
  async ({ page, complaints }) => {
    complaints.allow(refusal(503, '/v1/search'));
    const search = new SearchScreens(page);
    await page.goto('/search?q=zzzzzz');
    await expect(search.heading('「zzzzzz」に一致するものはありません。')).toBeVisible();

    await page.route(/\/v1\/search/, (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: '{"error":"問題が発生しました。もう一度お試しください。","code":"unavailable"}',
      }),
    );
    await search.ready();
    await page.keyboard.press('/');
    await search.box.fill('英語');
    await expect(search.dialog.getByText('候補を表示できませんでした。')).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('Enter');
    await expect(search.heading('検索できませんでした。')).toBeVisible({ timeout: 20_000 });
    await page.unroute(/\/v1\/search/);
    await page.getByRole('main').getByRole('button', { name: 'もう一度試す' }).click();
    await expect(search.section('教室')).toBeVisible();
  },
);
