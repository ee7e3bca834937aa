import type { Page } from '@playwright/test';

import { expect } from '../fixtures/patient-expect';
import { received } from '../fixtures/rooms/media-page';
import { connectionsOf, expectSound, launchOptions, twoInRoom } from '../fixtures/rooms/media-room';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';

const { url } = sharedProduct;
test.describe.configure({ timeout: 360_000 });
test.use({ launchOptions });

/** Expects the page to receive video from now on. */
async function expectVideo(page: Page) {
  const { frames } = await received(page);
  await expect.poll(async () => (await received(page)).frames).toBeGreaterThan(frames + 5);
}

test(
  'the mini player moves into a separate window and back where the browser supports it, and offers none elsewhere',
  { tag: '@full' },
  async ({ browser }, { annotations }) => {
    const { host, guest, hosting, attending } = await twoInRoom(browser, url);
    const { page, mini } = attending;
    await expectSound(attending);
    const connections = await connectionsOf(attending);
    await page.getByRole('link', { name: 'まなびば トップページ' }).click();
    await expect(mini).toContainText(`${host.nickname}の教室`);
    const open = mini.getByRole('button', { name: '小窓で表示する' });

    if (!(await page.evaluate(() => 'documentPictureInPicture' in window))) {
      annotations.push({
        type: 'browser',
        description: 'without Document Picture-in-Picture: only that nothing offers it',
      });
      await expect(mini.getByRole('button', { name: '退出する' })).toBeVisible();
      await expect(open).toHaveCount(0);
      return;
    }

    const openWindow = async () => {
      const [pip] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
      // A browser that renders no windows gives it the size of the page.
      await pip.setViewportSize({ width: 400, height: 124 });
      await expect(pip.getByRole('complementary', { name: '参加中の教室' })).toContainText(`${host.nickname}の教室`);
      return pip;
    };

    await test.step('the window shows the player with the styles of the page, and video and sound go on', async () => {
      const pip = await openWindow();
      await expect(mini).toHaveCount(0);
      await expect(pip.locator('video')).toBeVisible();
      await expectSound(attending);
      await expectVideo(page);
      for (const name of ['マイクをオン', '退出する'])
        await expect(pip.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      await expect(pip.getByRole('link', { name: '教室に戻る' })).toBeInViewport({ ratio: 1 });
      await pip.getByRole('button', { name: 'マイクをオン' }).click();
      await expect(pip.getByText('マイクが入っています')).toBeVisible();
      await expect(
        hosting.speaker(guest.nickname).getByRole('img', { name: /マイクはオン|話しています/ }),
      ).toBeVisible();
    });

    await test.step('closing the window brings the player back to the page', async () => {
      await page.evaluate(() =>
        (window as unknown as { documentPictureInPicture: { window: Window } }).documentPictureInPicture.window.close(),
      );
      await expect(mini).toContainText('マイクが入っています');
      await expectSound(attending);
      await expectVideo(page);
    });

    await test.step('the way back leads into the room over the same connections, and closes the window', async () => {
      const pip = await openWindow();
      const closed = pip.waitForEvent('close');
      await pip.getByRole('link', { name: '教室に戻る' }).click();
      await closed;
      await expect(attending.stage).toBeVisible();
      await expect(attending.control('マイクをオフ')).toBeVisible();
      await expectSound(attending);
      expect(await connectionsOf(attending)).toBe(connections);
    });
  },
);
