import { sharedProduct } from '../fixtures/running-product';
import { expect, signInByApi, test, renderedByBrowser } from '../fixtures/test';
import { Chrome } from '../pages/chrome';
import { ListPage } from '../pages/list-page';

interface SharedModule {
  from: string;
  useIn: string[];
  loaded?: boolean | number;
}

/**
 * Returns the share scope of the page: the remotes that the federation runtime has loaded, and which copies they use.
 */
const shareScope = () => {
  const { __FEDERATION__ } = window as unknown as {
    __FEDERATION__: {
      __INSTANCES__: { name: string; shareScopeMap: Record<string, Record<string, Record<string, SharedModule>>> }[];
    };
  };
  const shell = __FEDERATION__.__INSTANCES__.find(({ name }) => name === 'shell');
  const scope = shell?.shareScopeMap.default ?? {};
  return Object.fromEntries(
    Object.entries(scope).map(([name, versions]) => [
      name,
      Object.entries(versions).map(([version, { from, useIn }]) => ({
        version,
        from,
        useIn: [...new Set(useIn)].sort(),
      })),
    ]),
  );
};

test('every remote on the page uses the single React and facade of the shell', async ({ page }) => {
  await signInByApi(page.context(), sharedProduct.url, 'adult');
  await page.goto(renderedByBrowser('/'));
  await expect(page.getByRole('heading', { name: /開催中の教室/ })).toBeVisible();
  await expect(new Chrome(page).bell).toBeVisible();
  const shared = await page.evaluate(shareScope);
  for (const name of ['react', 'react/jsx-runtime', '@manabiba/shared/platform']) {
    expect(shared[name], `copies of ${name}`).toHaveLength(1);
    expect(shared[name]?.[0]?.from).toBe('shell');
  }
  const users = shared['@manabiba/shared/platform']?.[0]?.useIn ?? [];
  expect(users).toEqual(expect.arrayContaining(['mf_classrooms', 'mf_events']));
});

test('one cache: an answer that one remote has loaded is reused by another', async ({ page }) => {
  await signInByApi(page.context(), sharedProduct.url, 'adult');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/classrooms');
  await expect(page.getByRole('heading', { level: 1, name: '教室' })).toBeVisible();
  await expect(new Chrome(page).createButton).toBeVisible();
  // The header's create button and the page's category chips share one answer, which is prefetched with the page if it
  // is ready in time.
  expect(asked.filter((path) => path === '/v1/categories').length).toBeLessThanOrEqual(1);
});

test(
  'one session: reading notifications in one remote clears the dot in another',
  { tag: '@full' },
  async ({ page }) => {
    // No other test opens this user's inbox, so it stays unread.
    await signInByApi(page.context(), sharedProduct.url, 'staff');
    await page.goto('/');
    const { bell } = new Chrome(page);
    await expect(bell).toHaveAccessibleName(/未読\d+件/);
    await new Chrome(page).openInbox();
    await expect(page.getByRole('heading', { level: 1, name: 'お知らせ' })).toBeVisible();
    await expect(bell).toHaveAccessibleName('お知らせ');
  },
);

test('one router: navigating between remotes is not a full load', async ({ page }) => {
  await page.goto('/classrooms');
  await page.evaluate(() => {
    (window as unknown as { stillHere: boolean }).stillHere = true;
  });
  await new ListPage(page, '/classrooms').firstLink.click();
  await expect(page).toHaveURL(/\/classrooms\/./);
  await page.goBack();
  await expect(page).toHaveURL(/\/classrooms$/);
  expect(await page.evaluate(() => (window as unknown as { stillHere?: boolean }).stillHere)).toBe(true);
});
