import { refusal } from '../fixtures/complaints';
import { countClicks } from '../fixtures/count-clicks';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { received, watchConnections } from '../fixtures/rooms/media-page';
import { accessibilityFindings } from '../fixtures/test';

test.use({ productEnv: { DEMO_VOICE: 'on' } });

test('a visitor hears the class that is spoken in and sees its slides after one click', async ({
  page,
  complaints,
}) => {
  // Leaving the page ends the room's calls.
  complaints.allow(refusal(409, '/v1/classrooms/'));
  await watchConnections(page);
  const clicks = await countClicks(page);
  await page.goto('/');
  await page
    .getByRole('link', { name: /いま聞く/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'ステージ' })).toBeVisible();
  await expect
    .poll(async () => {
      const { audioEnergy, frames } = await received(page);
      return audioEnergy > 0 && frames > 1;
    })
    .toBe(true);
  expect(clicks()).toBe(1);
  await page.getByRole('button', { name: '字幕をオン' }).click();
  await expect(page.getByRole('log', { name: '自動字幕' })).toContainText(/阿部 夏希自動字幕.+。/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('三角関数');
  expect(await accessibilityFindings(page)).toEqual([]);
});
