import { refusal } from '../fixtures/complaints';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { expect, signInAs, signInByApi, test } from '../fixtures/test';
import { Chrome } from '../pages/chrome';

test('content_only shows the content and the closure banner, nothing else', { tag: '@full' }, async ({ page }) => {
  await page.goto('/classrooms?content_only=true');
  const chrome = new Chrome(page);
  await expect(page.getByRole('heading', { level: 1, name: '教室' })).toBeVisible();
  await expect(chrome.closureBanner).toBeVisible();
  await expect(chrome.header).toHaveCount(0);
  await expect(chrome.footer).toHaveCount(0);
});

test(
  'the closure banner is in every layout, with its date and link',
  { tag: '@full' },
  async ({ page, complaints }) => {
    complaints.allow(refusal(404, '/no/such/page'));
    for (const path of ['/', '/signin', '/events', '/no/such/page']) {
      await page.goto(path);
      await expect(new Chrome(page).closureBanner).toContainText('2025年3月31日');
      await expect(page.getByRole('link', { name: '詳しくはこちら' }).first()).toHaveAttribute('href', /^https:/);
    }
  },
);

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('the link of the closure banner is at least 44 px high', async ({ page }) => {
    await page.goto('/law');
    const link = page.getByRole('link', { name: '詳しくはこちら' });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      // What lies over its area, such as the header, is subtracted.
      const height = await link.evaluate((target) => {
        const { left, top, width: across, height: shown } = target.getBoundingClientRect();
        const isHit = (y: number) => target.contains(document.elementFromPoint(left + across / 2, y));
        const around = Array.from({ length: Math.round(shown) + 100 }, (_, index) => top - 50 + index);
        return around.filter(isHit).length;
      });
      expect(height, `at ${width} px`).toBeGreaterThanOrEqual(44);
    }
  });
});

test('the footer contains all its links', { tag: '@full' }, async ({ page }) => {
  await page.goto('/');
  const { footer } = new Chrome(page);
  for (const name of [
    '利用規約',
    'プライバシーポリシー',
    '特定商取引法に基づく表記',
    'ブランドアセット',
    '運営会社',
    'アプリをダウンロード',
    '公式X',
    'ヘルプセンター',
  ]) {
    await expect(footer.getByRole('link', { name: new RegExp(name) })).toHaveAttribute('href', /./);
  }
});

test('a missing page answers 404 with a message and links', async ({ page, complaints }) => {
  complaints.allow(refusal(404, '/no/such/page'));
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('ページが見つかりません。')).toBeVisible();
  await page.getByRole('link', { name: /トップページ/ }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the skip link leads to the content, and navigation updates the focus and the title', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /開催中の教室/ })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /本文へ|コンテンツへ|メインコンテンツ/ });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page
    .getByRole('main')
    .getByRole('link', { name: /すべて見る/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/classrooms/);
  await expect(page).toHaveTitle('教室 | まなびば');
  await expect(page.getByRole('heading', { level: 1, name: '教室' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(H1|MAIN)$/);
});

test('the chosen theme survives a reload', async ({ page }) => {
  await signInByApi(page.context(), sharedProduct.url, 'student');
  await page.goto('/settings#theme');
  await page.getByRole('radio', { name: /ダーク/ }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a lost connection and its recovery are each announced once', async ({ page, context }) => {
  await page.goto('/classrooms');
  await expect(page.getByRole('heading', { level: 1, name: '教室' })).toBeVisible();
  await settled(page);
  await context.setOffline(true);
  const notice = page.getByText(
    'インターネットに正しく接続できていない可能性があります。接続が回復するまで、オフラインモードで動作します。',
  );
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: '教室' })).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await expect(page.getByText('接続が回復しました。')).toBeVisible();
});

test('no token is ever readable by script, and the cookies are protected', async ({ page }) => {
  const bodies: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/v1/auth/') || response.url().includes('/v1/user/'))
      void response
        .text()
        .then((text) => bodies.push(text))
        .catch(() => undefined);
  });
  await signInAs(page, 'adult');
  expect(await page.evaluate(() => document.cookie)).not.toMatch(/token|refresh/);
  for (const body of bodies) expect(body).not.toMatch(/"(token|refreshToken)"/);
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'token');
  expect(token).toMatchObject({ httpOnly: true, secure: page.url().startsWith('https:'), sameSite: 'Lax', path: '/' });
  expect(token?.expires).toBeGreaterThan(Date.now() / 1000 + 2_591_000);
});

test('two tabs with an expired access token both stay signed in', { tag: '@full' }, async ({ page, context }) => {
  await signInByApi(page.context(), sharedProduct.url, 'subscriber');
  await context.clearCookies({ name: 'token' });
  const second = await context.newPage();
  await Promise.all([page.goto('/settings'), second.goto('/notifications')]);
  await expect(new Chrome(page).userMenuButton).toBeVisible();
  await expect(new Chrome(second).userMenuButton).toBeVisible();
  await second.reload();
  await expect(new Chrome(second).userMenuButton).toBeVisible();
});

test('the first screen loads without errors', { tag: '@full' }, async ({ page, complaints }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /開催中の教室/ })).toBeVisible();
  await settled(page);
  expect(complaints.unexpected()).toEqual([]);
});

test('hovering the bell prefetches the list and keeps the unread dot', { tag: '@full' }, async ({ page }) => {
  // No other test opens this user's inbox, so it stays unread.
  await signInByApi(page.context(), sharedProduct.url, 'unverified');
  await page.goto('/');
  const { bell } = new Chrome(page);
  await expect(bell).toHaveAccessibleName(/未読\d+件/);
  const prefetch = page.waitForRequest((request) => request.url().includes('/v1/me/notifications'));
  await bell.hover();
  expect((await prefetch).headers()['x-prefetch']).toBe('1');
  await page.reload();
  await expect(bell).toHaveAccessibleName(/未読\d+件/);
});
