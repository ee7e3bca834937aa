import type { Page, Route } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { expect, test } from '../fixtures/test';

const PARTS = /\/r\/mf-[a-z]+\/.*\.js$/;
const SHELL = /\/s\/.*\.js$/;

/** Opens a page as the server renders it. The code of its parts, or other code, arrives when the test decides. */
async function openWithoutCode(page: Page, path: string, code = PARTS) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await openRendered(
    page,
    path,
    async (route) => {
      await released;
      // A page that was opened again has dropped its requests.
      await route.continue().catch(() => undefined);
    },
    code,
  );
  return { release };
}

/** Opens a page as the server renders it, with other answers to the requests for code. */
async function openRendered(page: Page, path: string, answer: (route: Route) => Promise<void>, code = PARTS) {
  await page.route(code, answer);
  // On a busy machine a page may not wait for the renderer.
  await expect(async () => {
    const opened = await page.goto(path, { waitUntil: 'commit' });
    expect(await opened?.text()).toContain('"drawn":[{');
  }).toPass();
}

test('a click before the code of a part is there counts once', async ({ page, request, complaints }) => {
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      share: (data: ShareData) => {
        shared.push(data);
        return Promise.resolve();
      },
    });
  });
  const { items } = (await (await request.get('/v1/classrooms')).json()) as { items: { host: { id: string } }[] };
  const { release } = await openWithoutCode(page, `/users/${items[0]?.host.id}`);
  const share = page.getByRole('button', { name: '共有する' });
  await share.click();
  await share.press('Enter');
  await expect(page.locator('body > [role="status"]')).toHaveText('読み込み中');
  const sharedCount = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared.length);
  expect(await sharedCount()).toBe(0);
  release();
  await expect(page.locator('body > [role="status"]')).toHaveCount(0);
  await expect.poll(sharedCount).toBe(1);
  expect(complaints.unexpected()).toEqual([]);
});

test('a click in the shell before its code is there counts', { tag: '@full' }, async ({ page, complaints }) => {
  const { release } = await openWithoutCode(page, '/classrooms', SHELL);
  await page.getByRole('button', { name: '同意しない' }).click();
  await expect(page.locator('body > [role="status"]')).toHaveText('読み込み中');
  release();
  await expect(page.getByRole('region', { name: '計測のお願い' })).toHaveCount(0);
  expect(complaints.unexpected()).toEqual([]);
});

test(
  "a user's menu that is clicked before its code is there opens",
  { tag: '@full' },
  async ({ page, context, complaints }) => {
    await (await ApiPerson.newcomer(sharedProduct.url)).useIn(context);
    const { release } = await openWithoutCode(page, '/classrooms', SHELL);
    await page.getByRole('button', { name: 'メニューを開く' }).click();
    await expect(page.locator('body > [role="status"]')).toHaveText('読み込み中');
    release();
    await expect(page.getByRole('menuitem', { name: 'ログアウト' })).toBeVisible();
    expect(complaints.unexpected()).toEqual([]);
  },
);

test(
  'a form before its code is there is not sent by the browser and keeps its text',
  { tag: '@full' },
  async ({ page, complaints }) => {
    const { release } = await openWithoutCode(page, '/archives');
    const field = page.getByRole('searchbox', { name: 'アーカイブをさがす' });
    await field.fill('図');
    await field.press('Enter');
    await expect(page.locator('body > [role="status"]')).toHaveText('読み込み中');
    await expect(page).toHaveURL(/\/archives$/);
    await expect(field).toHaveValue('図');
    release();
    await expect(page).toHaveURL(/\/search\?/);
    expect(new URL(page.url()).searchParams.get('q')).toBe('図');
    expect(complaints.unexpected()).toEqual([]);
  },
);

test('a rendered page whose code is missing can be read, and works once the code is there', async ({
  page,
  complaints,
}) => {
  complaints.allow(refusal(404, '/r/mf-'), /Loading (script|chunk) .*failed|ChunkLoadError/);
  let isMissing = true;
  await openRendered(page, '/archives', (route) =>
    isMissing ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
  const main = page.getByRole('main');
  const archives = main.locator('a[href^="/archives/"]');
  await expect(page.getByText('ボタンや入力欄は、準備ができしだいお使いいただけます。')).toBeVisible();
  await expect(archives.first()).toBeVisible();
  await expect(main.getByRole('alert')).toHaveCount(0);

  const field = page.getByRole('searchbox', { name: 'アーカイブをさがす' });
  await field.fill('図');
  isMissing = false;
  await expect(page.getByText('ボタンや入力欄は、準備ができしだいお使いいただけます。')).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('図');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?/);
  expect(new URL(page.url()).searchParams.get('q')).toBe('図');
  expect(complaints.unexpected()).toEqual([]);
});

test(
  'a page that is shared by users runs its scripts without a nonce',
  { tag: '@full' },
  async ({ page, context, complaints }) => {
    await expect(async () => {
      // A page that came too late to be rendered opens a session for its visitor, who gets pages of their own from then
      // on.
      await context.clearCookies();
      const answer = await page.goto('/archives');
      const html = (await answer?.text()) ?? '';
      expect(html).toContain('"drawn":[{');
      expect(html).not.toContain('nonce=');
      expect(answer?.headers()['content-security-policy']).not.toContain('nonce-');
    }).toPass();
    const field = page.getByRole('searchbox', { name: 'アーカイブをさがす' });
    await field.fill('図');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/search\?/);
    expect(complaints.unexpected()).toEqual([]);
  },
);

test('a link before the code of its part is there works at once', { tag: '@full' }, async ({ page }) => {
  const { release } = await openWithoutCode(page, '/classrooms');
  const link = page.getByRole('main').locator('a[href^="/classrooms/cls_"]').first();
  const path = (await link.getAttribute('href')) ?? '';
  await link.click({ noWaitAfter: true });
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test(
  'the styles of a rendered page are inlined and not loaded again',
  { tag: '@full' },
  async ({ page, complaints }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const { release } = await openWithoutCode(page, '/classrooms');
    const styles = page.locator('head style[data-href*="/r/mf-classrooms/"]');
    await expect(styles).toHaveCount(1);
    expect(await styles.evaluate((style) => (style as HTMLStyleElement).sheet?.cssRules.length)).toBeGreaterThan(0);
    const href = new URL((await styles.getAttribute('data-href')) ?? '').pathname;
    const code = page.waitForResponse(/\/r\/mf-classrooms\/.*page-classrooms\.js$/);
    release();
    await code;
    await settled(page);
    expect(requested).not.toContain(href);
    await expect(page.locator(`link[href$="${href}"]`)).toHaveCount(0);
    expect(complaints.unexpected()).toEqual([]);
  },
);
