import { expect, signInByApi, test } from '../fixtures/product';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
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
  const links = chrome.header.getByRole('navigation').getByRole('link');
  await expect(links).toHaveText(['教室', 'イベント', 'アーカイブ', 'プラン']);
  await links.filter({ hasText: 'プラン' }).click();
  await expect(page).toHaveURL(/\/plans$/);
  await expect(chrome.navigation.locator('[aria-current="page"]')).toHaveText(['プラン']);
});
