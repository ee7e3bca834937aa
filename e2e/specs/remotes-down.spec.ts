import { refusal } from '../fixtures/complaints';
import { sharedProduct } from '../fixtures/running-product';
import { expect, signInByApi, test, renderedByBrowser } from '../fixtures/test';
import { inFullUnless } from '../level';
import { Chrome } from '../pages/chrome';

const pages = {
  mf_classrooms: { path: '/classrooms', heading: '教室' },
  mf_events: { path: '/events', heading: 'イベント' },
  mf_account: { path: '/settings', heading: 'アカウント設定' },
  mf_notifications: { path: '/notifications', heading: 'お知らせ' },
};

for (const [container, { path, heading }] of Object.entries(pages)) {
  const remote = container.replace('_', '-');

  test(
    `${remote} down: its page shows an error, the rest works, it recovers by itself`,
    inFullUnless(remote === 'mf-events'),
    async ({ page, complaints }) => {
      complaints.allow(new RegExp(`ERR_CONNECTION_REFUSED .*/r/${remote}/`));
      await signInByApi(page.context(), sharedProduct.url, 'adult');
      const files = new RegExp(`/r/${remote}/`);
      await page.route(files, (route) => route.abort('connectionrefused'));
      await page.goto(renderedByBrowser(path));
      const chrome = new Chrome(page);
      const retry = chrome.main.getByRole('button', { name: 'もう一度試す' }).first();
      await expect(retry).toBeVisible({ timeout: 25_000 });
      await expect(chrome.header).toBeVisible();
      await expect(chrome.userMenuButton).toBeVisible();
      await expect(chrome.footer).toBeVisible();

      await page.unroute(files);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 25_000 });
    },
  );
}

test('with the api down, parts show an error and recover on retry', async ({ page, complaints }) => {
  complaints.allow(refusal(503, '/v1/events'));
  // The first list is prefetched with the page; the next one needs a request.
  await page.goto('/events');
  const { main } = new Chrome(page);
  await expect(main.getByRole('listitem').first()).toBeVisible();
  await page.route(/\/v1\/events/, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: '{"error":"問題が発生しました。もう一度お試しください。","code":"unavailable"}',
    }),
  );
  await main.getByRole('link', { name: '終了・中止' }).click();
  const retry = main.getByRole('button', { name: 'もう一度試す' }).first();
  await expect(retry).toBeVisible({ timeout: 25_000 });
  await page.unroute(/\/v1\/events/);
  await retry.click();
  await expect(main.getByRole('listitem').first()).toBeVisible();
});
