import type { Page } from '@playwright/test';

import { expect, test } from '../fixtures/test';
import { listsOfRemotes, pagesOfThings } from '../pages/every-page';

test.use({ javaScriptEnabled: false });

test('every public page of the remotes can be read without scripts, and shows what needs them', async ({
  page,
  request,
}) => {
  test.slow();
  for (const path of [...listsOfRemotes, ...(await pagesOfThings(request))]) {
    await openRendered(page, path);
    const main = page.getByRole('main');
    await expect.soft(main.getByRole('heading').filter({ visible: true }).first(), path).toBeVisible();
    await expect.soft(main.locator('a[href]').filter({ visible: true }).first(), path).toBeVisible();
  }
});

test('lists link to their items by plain links', async ({ page }) => {
  for (const [list, thing] of [
    ['/classrooms', '/classrooms/cls_'],
    ['/events', '/events/evt_'],
    ['/archives', '/archives/arc_'],
  ] as const) {
    await openRendered(page, list);
    const link = page.getByRole('main').locator(`a[href^="${thing}"]`).first();
    const href = (await link.getAttribute('href')) ?? '';
    await openRendered(page, href);
    await expect(page.getByRole('main').getByRole('heading').filter({ visible: true }).first()).toBeVisible();
  }
});

/** Opens a page as the server renders it. On a busy machine a page may not wait for that: it is opened again. */
async function openRendered(page: Page, path: string): Promise<void> {
  await expect(async () => {
    const answer = await page.goto(path);
    // A browser with scripts disabled by the test does not render noscript, so the HTML is checked.
    expect(await answer?.text()).toMatch(/<noscript><p class="no-script">このページは、[^<]*読めます。/);
  }).toPass();
}
