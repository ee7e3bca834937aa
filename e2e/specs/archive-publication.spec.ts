import { millisecondsInDay } from 'date-fns/constants';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { passReviewTime } from '../fixtures/database/review-time';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { received } from '../fixtures/rooms/media-page';
import { launchOptions, twoInRoom } from '../fixtures/rooms/media-room';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { anotherBrowser } from '../fixtures/test';
import { ArchivePage } from '../pages/archive-page';
import { Chrome } from '../pages/chrome';

// Browsers encode on a busy machine, and the composer has the lowest priority.
test.describe.configure({ timeout: 420_000 });
test.use({ launchOptions });

const COMPOSED = { timeout: 180_000 };

test(
  'an archive with another speaker is published automatically after seven days, with its sound',
  { tag: '@full' },
  async ({ browser, complaints, product }) => {
    // The end of the room.
    complaints.allow(refusal(404, '/archives/'), refusal(410, '/v1/'), refusal(409, '/v1/'), refusal(403, '/v1/'));
    const { url } = product;
    const { id, host, guest, hosting, attending } = await twoInRoom(browser, url);
    const listener = await ApiPerson.newcomer(url);
    await listener.join(id);

    await test.step('a class is recorded with the voice of a speaker', async () => {
      await hosting.showPeople();
      await hosting.page.getByRole('button', { name: '録画を始める' }).click();
      await hosting.confirm('録画を始める');
      await attending.page.getByRole('dialog').getByRole('button', { name: '同意して話す' }).click();
      await attending.control('マイクをオン').click();
      await expect(attending.control('マイクをオフ')).toBeVisible();
      const { audioPackets } = await received(hosting.page);
      // A voice of 50 packets a second: some eight seconds.
      await expect.poll(async () => (await received(hosting.page)).audioPackets).toBeGreaterThan(audioPackets + 400);
      await host.must('DELETE', `/classrooms/${id}`);
      // Pages that close while their connection does log an error of the browser.
      for (const { page } of [hosting, attending]) {
        await expect(page.getByText('この教室は終了しました。').filter({ visible: true }).first()).toBeVisible();
      }
    });
    await Promise.all([hosting, attending].map(({ page }) => page.context().close()));

    const archiveId = await test.step('its archive is under review for seven days', async () => {
      await expect.poll(async () => (await host.must('GET', '/me/archives')).items[0]?.state, COMPOSED).toBe('ready');
      const composed = (await host.must('GET', '/me/archives')).items[0].id as string;
      const { review } = await guest.must('GET', `/archives/${composed}`);
      const left = Date.parse(review.publishesAt) - Date.now();
      expect(left).toBeGreaterThan(6.9 * millisecondsInDay);
      expect(left).toBeLessThanOrEqual(7 * millisecondsInDay);
      expect((await host.call('POST', `/archives/${composed}/publish`)).body.code).toBe('role_required');
      return composed;
    });

    const sitting = await browserOf(browser, listener);
    const chrome = new Chrome(sitting.page);
    const notice = chrome.latest.getByRole('link', { name: /のアーカイブを公開しました/ });

    await test.step('after six days no one else finds it, and no one is notified', async () => {
      await passReviewTime(product, archiveId, 6);
      expect((await listener.call('GET', `/archives/${archiveId}`)).status).toBe(404);
      expect((await host.must('GET', `/archives/${archiveId}`)).publishedAt).toBeNull();
      expect((await listener.must('GET', '/me/notifications')).items).toEqual([]);
    });

    await test.step('after the seventh day it is published, and the participants are notified', async () => {
      await passReviewTime(product, archiveId, 1);
      expect(Date.parse((await listener.must('GET', `/archives/${archiveId}`)).publishedAt)).not.toBeNaN();
      await sitting.page.goto('/classrooms');
      await expect(chrome.bell).toHaveAccessibleName(/未読1件/, { timeout: 40_000 });
      await chrome.openLatest();
      await notice.click();
      await expect(sitting.page).toHaveURL(new RegExp(`/archives/${archiveId}$`));
    });

    await test.step('a visitor without an account hears the speaker', async () => {
      const { page, context } = await anotherBrowser(browser, { baseURL: url });
      const screen = new ArchivePage(page);
      await screen.open(archiveId);
      await screen.firstPlay.click();
      await expect.poll(() => screen.position()).toBeGreaterThan(1);
      await expect.poll(() => screen.loudness()).toBeGreaterThan(0.05);
      await context.close();
    });
    await sitting.page.context().close();
  },
);
