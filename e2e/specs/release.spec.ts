import type { Page } from '@playwright/test';
import { aBuildOfEvents, releaseEvents } from '../fixtures/release';
import { anotherBrowser, expect, signInAs, test, watchConsole } from '../fixtures/product';

// Against a product that this run did not start there is neither its data folder nor a reason to release into it.
test.skip(Boolean(process.env.E2E_BASE_URL), 'releases into a product of its own only');
test.describe.configure({ mode: 'serial' });

const liveVersion = (page: Page) => page.evaluate(async () => {
  const { remotes } = await (await fetch('/registry.json')).json() as { remotes: Record<string, { version: string }> };
  return remotes['mf-events']?.version;
});

test('a release goes live and back in one step while somebody else works on undisturbed', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const other = await anotherBrowser(browser);
  const complaints = watchConsole(other.page);
  await signInAs(other.page, 'adult');
  await other.page.goto('/events');
  await expect(other.page.getByRole('heading', { level: 1, name: 'イベント' })).toBeVisible();
  await other.page.evaluate(() => { document.title = 'still here'; });

  await page.goto('/');
  const before = await liveVersion(page);
  const build = await aBuildOfEvents('good', { after: '/* the same, and newer */' });
  const { code, said } = await releaseEvents('--build', build.folder, '--why', 'a newer list', '--who', 'aoi');
  expect(said).toContain(`${build.version} is live for everybody`);
  expect(code).toBe(0);

  await page.goto('/events');
  await expect(page.getByRole('heading', { level: 1, name: 'イベント' })).toBeVisible();
  expect(await liveVersion(page)).toBe(build.version);
  await other.page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(other.page).toHaveURL(/\/events\/./);
  await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible();
  const shown = await other.page.evaluate(() => performance.getEntriesByType('mark').filter(({ name }) => name.startsWith('remote mf-events/')).map((mark) => (mark as PerformanceMark).detail.version as string));
  expect(new Set(shown)).toEqual(new Set([before]));
  expect(complaints).toEqual([]);

  expect((await releaseEvents('--rollback')).said).toContain(`mf-events is back at ${before}`);
  expect(await liveVersion(page)).toBe(before);
  await other.context.close();
  await build.remove();
});

const refusals = [
  { what: 'does not mount', before: 'throw new Error("torn");', says: /The route \/events did not mount: / },
  { what: 'writes an error on the console', after: 'console.error("out of order")', says: /The route \/events writes an error on the console: out of order/ },
  { what: 'breaks the content policy', after: 'document.head.append(Object.assign(document.createElement("style"),{textContent:"a{}"}))', says: /The route \/events breaks the content policy: / },
  { what: 'cannot be used by everybody', after: 'document.body.append(Object.assign(new Image(),{src:"/media/icon.svg"}))', says: /The route \/events cannot be used by everybody: image-alt/ },
];

for (const { what, says, ...change } of refusals) {
  test(`a release that ${what} in the live shell is refused and changes nothing`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.goto('/');
    const before = await liveVersion(page);
    const build = await aBuildOfEvents('bad', change);
    const { code, said } = await releaseEvents('--build', build.folder);
    expect(said).toMatch(says);
    expect(code).toBe(1);
    expect(await liveVersion(page)).toBe(before);
    await build.remove();
  });
}

test('staff see what was released, by whom and why', async ({ page }) => {
  await signInAs(page, 'staff');
  await page.goto('/status');
  await expect(page.getByRole('heading', { level: 1, name: '稼働状況' })).toBeVisible();
  const history = page.getByRole('region', { name: '履歴' });
  await expect(history.getByRole('row').filter({ hasText: 'a newer list' }).filter({ hasText: 'aoi' })).toBeVisible();
  await expect(history.getByRole('row').filter({ hasText: '巻き戻し' }).first()).toBeVisible();
  await expect(history.getByRole('row').filter({ hasText: '却下' }).first()).toBeVisible();
});
