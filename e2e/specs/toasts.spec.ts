import { expect, signInByApi, stillness, test } from '../fixtures/product';
import { sharedProduct } from '../fixtures/running-product';
import { inFullUnless } from '../level';
import { Chrome } from '../pages/chrome';

// Toasts come and go with motion.
test.use({ reducedMotion: 'no-preference' });

for (const width of [320, 360, 390, 1280]) {
  test(
    `a toast is centred and fully visible below the header on a screen of ${width} px`,
    inFullUnless(width === 360),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 700 });
      await signInByApi(page.context(), sharedProduct.url, 'student');
      await page.goto('/');
      const chrome = new Chrome(page);
      await chrome.signOut();
      const toast = chrome.toast('ログアウトしました。');
      await expect(toast).toBeVisible();
      // It slides in.
      await stillness(page);
      const box = await toast.boundingBox();
      const header = await chrome.header.boundingBox();
      if (!box || !header) throw new Error('The toast or the header has no box');
      expect(box.y).toBeGreaterThanOrEqual(header.y + header.height);
      expect(box.x).toBeGreaterThanOrEqual(16);
      expect(box.x + box.width).toBeLessThanOrEqual(width - 16);
      expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThanOrEqual(1);
    },
  );
}
