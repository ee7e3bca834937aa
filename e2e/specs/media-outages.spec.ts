import type { Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { noLine, refusal } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { startLaptop } from '../fixtures/rooms/laptop';
import { received, voiceOnNewConnections } from '../fixtures/rooms/media-page';
import { beforeRoom, enter, expectSound, launchOptions, twoInRoom } from '../fixtures/rooms/media-room';

test.describe.configure({ timeout: 300_000 });
test.use({ launchOptions });

/** Expects the page to receive video from now on. */
async function expectVideo(page: Page) {
  const { frames } = await received(page);
  await expect.poll(async () => (await received(page)).frames, { timeout: 60_000 }).toBeGreaterThan(frames + 5);
}

test(
  'voices are back without a click after the media engine was killed',
  { tag: '@full' },
  async ({ browser, complaints, product }) => {
    test.skip(Boolean(process.env.LIVEKIT_URL), 'the product has no media engine of its own');
    complaints.allow(noLine);
    const { hosting, attending } = await twoInRoom(browser, product.url);
    await expectSound(attending);
    // The voice itself: packets also carry silence.
    const voice = voiceOnNewConnections(attending.page);
    product.killMediaEngine();
    const seconds = await voice;
    // Printed only: on a busy machine, the browser and the engine wait for the processor as well.
    console.log(
      `voices are back ${seconds.toFixed(1)} s after the engine was killed; at most 15 s on a machine of its own`,
    );
    await expectSound(attending);
    await expect(hosting.control('マイクをオフ')).toBeVisible();
  },
);

test(
  'a co-host whose laptop slept past the grace period returns with role, voice and camera',
  { tag: '@full' },
  async ({ browser, complaints, launchOptions: options, playwright, product: { url } }) => {
    complaints.allow(noLine, refusal(409, '/v1/'));
    const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
    const id = await host.createRoom();
    const hosting = await beforeRoom(browser, host, id, 'start');
    await enter(hosting);
    const laptop = await startLaptop(playwright.chromium, options);
    try {
      const attending = await beforeRoom(laptop.browser, guest, id, 'join');
      await enter(attending);
      await hosting.showPeople();
      await hosting.act(guest.nickname, '共同ホストにする');
      await attending.control('マイクをオン').click();
      const seen = hosting.speaker(guest.nickname);
      await expect(seen.getByRole('img', { name: /マイクはオン|話しています/ })).toBeVisible();
      await expectVideo(hosting.page);

      laptop.sleep();
      // The api gives up a place after a minute without a heartbeat; the media server has done so long before.
      await expect(hosting.person(guest.nickname)).toHaveCount(0, { timeout: 150_000 });

      laptop.wake();
      await expect(seen.getByRole('img', { name: /マイクはオン|話しています/ })).toBeVisible({ timeout: 60_000 });
      await expect(hosting.person(guest.nickname)).toContainText('共同ホスト');
      await expectSound(hosting);
      await expectVideo(hosting.page);
      await expect(attending.control('マイクをオフ')).toBeVisible();
      await expect(attending.control('カメラをオフ')).toBeVisible();
      // What only hosts and co-hosts may do.
      await attending.showPeople();
      await attending.openMenuOf(host.nickname);
      await expect(attending.menuOf(host.nickname)).toBeVisible();
    } finally {
      await laptop.close();
    }
  },
);
