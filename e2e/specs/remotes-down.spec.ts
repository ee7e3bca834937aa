import { expect, signInAs, test } from '../fixtures/product';
import { Chrome } from '../pages/chrome';

const pages = {
  mf_classrooms: { path: '/classrooms', heading: '教室' },
  mf_events: { path: '/events', heading: 'イベント' },
  mf_account: { path: '/settings', heading: 'アカウント設定' },
  mf_notifications: { path: '/notifications', heading: 'お知らせ' },
};

for (const [container, { path, heading }] of Object.entries(pages)) {
  const remote = container.replace('_', '-');

  test(`${remote} down: its page says so, the rest lives, retry brings it back`, async ({ page }) => {
    await signInAs(page, 'adult');
    const files = new RegExp(`/r/${remote}/`);
    await page.route(files, (route) => route.abort('connectionrefused'));
    await page.goto(path);
    const chrome = new Chrome(page);
    const retry = chrome.main.getByRole('button', { name: 'もう一度試す' }).first();
    await expect(retry).toBeVisible({ timeout: 15_000 });
    await expect(chrome.header).toBeVisible();
    await expect(chrome.userMenuButton).toBeVisible();
    await expect(chrome.footer).toBeVisible();

    await page.unroute(files);
    await retry.click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 15_000 });
  });
}

test('a remote that hangs is called slow first, and comes back by retry', async ({ page }) => {
  await signInAs(page, 'adult');
  const waiting: (() => void)[] = [];
  await page.route(/\/r\/mf-events\//, async (route) => {
    if (route.request().url().includes('/~r')) return route.continue();
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.abort().catch(() => undefined);
  });
  await page.goto('/events', { waitUntil: 'commit' });
  await expect(page.getByText('時間がかかっています。').first()).toBeVisible({ timeout: 10_000 });
  await page.getByRole('main').getByRole('button', { name: 'もう一度試す' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'イベント' })).toBeVisible({ timeout: 15_000 });
  waiting.forEach((release) => release());
});

test('one slot of the top page down leaves its neighbours standing', async ({ page }) => {
  await page.route(/\/r\/mf-events\//, (route) => route.abort('connectionrefused'));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /開催中の教室/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /まもなく始まる教室/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'もう一度試す' })).toHaveCount(1, { timeout: 15_000 });
  await page.unroute(/\/r\/mf-events\//);
  await page.getByRole('button', { name: 'もう一度試す' }).click();
  await expect(page.getByRole('heading', { name: 'イベント' })).toBeVisible({ timeout: 15_000 });
});

test('the api down: what is on the page says so and recovers by retry', async ({ page }) => {
  await page.route(/\/v1\/events/, (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{"error":"問題が発生しました。もう一度お試しください。","code":"unavailable"}' }));
  await page.goto('/events');
  const retry = page.getByRole('main').getByRole('button', { name: 'もう一度試す' }).first();
  await expect(retry).toBeVisible({ timeout: 25_000 });
  await page.unroute(/\/v1\/events/);
  await retry.click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});
