import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { expect, signInByApi, test, renderedByBrowser } from '../fixtures/test';
import { Chrome } from '../pages/chrome';

/** Pages of each kind of user that every-page.spec.ts does not open for them. */
const closed = ['/notifications', '/settings'];
const apart = ['/classrooms?content_only=true', '/classrooms/cls_missing'];
const common = ['/classrooms?state=ended', '/signin', '/law', '/privacy_policy', '/no/such/page', ...apart];
const everything = ['/', '/classrooms', '/events', ...closed, ...common];

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('header, notices, content and footer are rendered, for people too, and otherwise a loading state', async ({
    page,
    context,
  }) => {
    await page.goto('/classrooms');
    const chrome = new Chrome(page);
    await expect(chrome.header).toBeVisible();
    await expect(chrome.header.getByRole('link', { name: 'ログイン' })).toBeVisible();
    await expect(chrome.navigation.getByRole('link')).toHaveText(['教室', 'イベント', 'アーカイブ', 'プラン']);
    await expect(chrome.closureBanner).toContainText('2025年3月31日');
    const loading = page.getByRole('main').getByRole('status', { name: '読み込み中' }).first();
    await expect(page.getByRole('main').locator('a[href^="/classrooms/"]').first()).toBeVisible();
    await expect(loading).toHaveCount(0);
    await expect(chrome.footer).toHaveCount(1);
    // The host of a classroom gets other lists, which the browser renders.
    await (await ApiPerson.newcomer(sharedProduct.url)).useIn(context);
    await page.reload();
    await expect(chrome.userMenuButton).toBeVisible();
    await expect(page.getByRole('main').locator('a[href^="/classrooms/"]').first()).toBeVisible();
    await page.goto(renderedByBrowser('/classrooms'));
    await expect(loading).toBeVisible();
    await expect(chrome.footer).toHaveCount(1);
  });

  test(
    'content_only and a missing page are rendered in their final form',
    { tag: '@full' },
    async ({ page, complaints }) => {
      complaints.allow(refusal(404, '/no/such/page'));
      await page.goto('/classrooms?content_only=true');
      await expect(new Chrome(page).header).toHaveCount(0);
      await page.goto('/no/such/page');
      await expect(page.getByText('ページが見つかりません。')).toBeVisible();
    },
  );

  test('legal texts are complete and in their final form', { tag: '@full' }, async ({ page }) => {
    for (const [path, title, last] of [
      ['/aud/terms_of_use', '利用規約', /準拠法|裁判所/],
      ['/privacy_policy', 'プライバシーポリシー', /お問い合わせ/],
      ['/law', '特定商取引法に基づく表記', /動作環境/],
      ['/brand_assets', 'ブランドアセット', /余白と大きさ/],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('main').getByText(last).first()).toBeAttached();
      await expect(page.getByText('JavaScriptを有効にしてください')).toHaveCount(0);
      expect(
        await page
          .getByRole('main')
          .locator('h1')
          .evaluate((heading) => getComputedStyle(heading).fontWeight),
      ).toBe('600');
    }
  });

  test('pages that need scripts show a noscript message at the top', async ({ request }) => {
    // A browser with scripts disabled by the test does not render noscript, so the HTML is checked.
    for (const path of ['/', '/signin']) {
      expect(await (await request.get(path)).text()).toMatch(
        /<body>\s*<noscript><p class="no-script">[^<]*JavaScriptを有効にし[^<]*<\/p><\/noscript>\s*<div id="root">/,
      );
    }
  });

  test(
    'every class in the server render is defined in the stylesheets',
    { tag: '@full' },
    async ({ page, request }) => {
      await page.goto('/');
      const classes = await page
        .locator('#root [class]')
        .evaluateAll((all) => [...new Set(all.flatMap((element) => [...element.classList]))]);
      const sheets = await page
        .locator('link[rel="stylesheet"]')
        .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
      const linked = await Promise.all(sheets.map(async (url) => (await request.get(url)).text()));
      const css = [...linked, ...(await page.locator('style').allTextContents())].join('');
      const ours = classes.filter((name) => name.includes('__'));
      expect(ours.length).toBeGreaterThan(10);
      expect(ours.filter((name) => !css.includes(`.${name}`))).toEqual([]);
    },
  );
});

// Every page is opened in both themes, but not by every user: the server renders a theme alike for all of them.
for (const [who, theme, paths] of [
  ['anonymous', 'light', [...closed, ...apart]],
  ['host', 'dark', common],
  ['resubmit', 'light', everything],
  ['unpaid', 'dark', everything],
] as const) {
  test(
    `no page logs an error when ${who} opens it in the ${theme} theme`,
    { tag: '@full' },
    async ({ page, context, complaints }) => {
      test.slow();
      complaints.allow(refusal(404, '/no/such/page'), refusal(404, '/classrooms/cls_missing'));
      if (who !== 'anonymous') await signInByApi(context, sharedProduct.url, who);
      complaints.watchWarnings(page);
      await context.addCookies([{ name: 'theme', value: theme, url: sharedProduct.url }]);
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator('#root')).not.toBeEmpty();
        await expect(page.getByRole('main')).not.toBeEmpty();
        await settled(page);
        expect(complaints.unexpected(), path).toEqual([]);
      }
    },
  );
}

test('the server render is hydrated, not replaced', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive')
        Object.assign(window, { paintedHeader: document.querySelector('header') });
    });
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /開催中の教室/ })).toBeVisible();
  expect(
    await page.evaluate(() => {
      const { paintedHeader } = window as unknown as { paintedHeader: Element | null };
      return paintedHeader !== null && paintedHeader === document.querySelector('header');
    }),
  ).toBe(true);
});

test('pages with personal data are not stored in shared caches', async ({ page, request }) => {
  await signInByApi(page.context(), sharedProduct.url, 'student');
  const answer = await page.goto('/');
  expect(answer?.headers()['cache-control']).toBe('no-store, private');
  expect(await answer?.text()).not.toMatch(/eyJ[\w-]+\.eyJ/);
  const packed = await request.get('/', { headers: { 'accept-encoding': 'br' } });
  expect(packed.headers()['content-encoding']).toBe('br');
});

test('no stylesheet is loaded twice', { tag: '@full' }, async ({ page }) => {
  for (const path of ['/signin', '/search?q=%E6%95%B0', '/law']) {
    await page.goto(path);
    await settled(page);
    const sheets = await page
      .locator('link[rel="stylesheet"]')
      .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
    expect(sheets, path).toEqual([...new Set(sheets)]);
  }
});
