import type { Locator, Page } from '@playwright/test';

import { sharedProduct } from '../fixtures/running-product';
import { expect, signInByApi, stillness, test } from '../fixtures/test';
import { inFullUnless } from '../level';
import { Chrome } from '../pages/chrome';

// Toasts come and go with motion.
test.use({ reducedMotion: 'no-preference' });

const GAP_TO_EDGE = 16;

for (const width of [320, 360, 390, 1280]) {
  test(
    `a toast, and two at once, are centred and fully visible below the header on a screen of ${width} px`,
    inFullUnless(width === 360),
    async ({ page, request }) => {
      await page.setViewportSize({ width, height: 700 });
      await signInByApi(page.context(), sharedProduct.url, 'student');
      await page.goto('/');
      const chrome = new Chrome(page);
      await chrome.signOut();
      await expectBelowHeader(page, chrome.toast('ログアウトしました。'), 1);

      const { items } = (await (await request.get('/v1/events?limit=1')).json()) as { items: { id: string }[] };
      await page.goto(`/events/${items[0]?.id}`);
      await page.getByRole('button', { name: '共有' }).click();
      const copy = page.getByRole('dialog', { name: '共有' }).getByRole('button', { name: 'リンクをコピー' });
      await copy.click();
      await copy.click();
      await expectBelowHeader(page, chrome.toast(/./), 2);
    },
  );
}

/** Expects so many toasts, each of them below the header, in the middle and away from the edges of the screen. */
async function expectBelowHeader(page: Page, toasts: Locator, count: number) {
  await expect(toasts).toHaveCount(count);
  // They slide in.
  await stillness(page);
  const header = await new Chrome(page).header.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  if (!header) throw new Error('The header has no box');
  for (const toast of await toasts.all()) {
    const box = await toast.boundingBox();
    if (!box) throw new Error('The toast has no box');
    expect(box.y).toBeGreaterThanOrEqual(header.y + header.height);
    expect(box.x).toBeGreaterThanOrEqual(GAP_TO_EDGE);
    expect(box.x + box.width).toBeLessThanOrEqual(width - GAP_TO_EDGE);
    expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThanOrEqual(1);
  }
}
