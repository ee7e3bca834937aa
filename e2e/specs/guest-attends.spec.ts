import type { Page } from '@playwright/test';

import { refusal } from '../fixtures/complaints';
import { countClicks } from '../fixtures/count-clicks';
import { anOpenEvent } from '../fixtures/database/open-event';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { aNewPerson } from '../fixtures/people';
import { watchConnections } from '../fixtures/rooms/media-page';
import { beforeRoom, enter, expectSound, launchOptions } from '../fixtures/rooms/media-room';
import { accessibilityFindings, anotherBrowser } from '../fixtures/test';
import { RoomPage } from '../pages/room-page';

// A ticket that was bought without an account admits its holder, on a product of its own because other specs count its
// events.

test.describe.configure({ timeout: 300_000 });
test.use({ launchOptions });

const NAME = '山田 花';

/** Buys a ticket on the page of an event, without an account. */
async function buy(page: Page, path: string): Promise<void> {
  const guest = aNewPerson();
  await page.goto(path);
  await page.getByRole('link', { name: 'アカウントを作らずに購入' }).filter({ visible: true }).first().click();
  await expect(page.getByText(/視聴のみの参加です。発言とコメントには、無料のアカウントが必要です。/)).toBeVisible();
  await page.getByLabel('メールアドレス').fill(guest.email);
  await page.getByLabel('生年月日').fill(guest.birthDate);
  const fields = page.frameLocator('iframe[title="カード"]');
  await fields.getByLabel('カード番号').fill('4242424242424242');
  await fields.getByLabel('有効期限').fill('12 / 34');
  await fields.getByLabel('セキュリティコード').fill('123');
  await page.getByRole('button', { name: '1,500円を支払う' }).click();
  await page.waitForURL(/\/tickets\/[^/]+$/);
}

/** Enters from the page of the ticket: one click leads into the room. */
async function attend(page: Page): Promise<RoomPage> {
  const room = new RoomPage(page);
  await page.getByRole('textbox', { name: 'お名前' }).fill(NAME);
  await page.getByRole('button', { name: '入場する' }).click();
  await expect(room.stage).toBeVisible();
  return room;
}

test('a guest buys a ticket in two clicks, hears the host after a third, and moves to another device', async ({
  page,
  browser,
  product,
  complaints,
}) => {
  complaints.allow(refusal(409, '/v1/'), refusal(404, '/v1/'), refusal(403, '/v1/'));
  const { host, eventId, roomId } = await anOpenEvent(product);
  const hosting = await beforeRoom(browser, host, roomId, 'join');
  await enter(hosting);

  await watchConnections(page);
  const clicks = await countClicks(page);
  await buy(page, `${product.url}/events/${eventId}`);
  await test.step('the page of the ticket confirms the payment and keeps the link a secret', async () => {
    await expect(page.getByRole('heading', { name: 'お支払いが完了しました。' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/このページのリンクは入場券です。/)).toBeVisible();
    await expect(page.getByRole('link', { name: /カレンダーに追加/ })).toBeVisible();
    expect(clicks()).toBe(2);
    await page.getByRole('button', { name: '領収書を発行する' }).click();
    await page.getByRole('textbox', { name: '宛名' }).fill('株式会社さくら');
    await page.getByRole('button', { name: '発行する', exact: true }).click();
    await expect(page.getByRole('link', { name: '領収書(PDF)' })).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
  });
  const ticketUrl = page.url();

  const clicksBefore = clicks();
  const attending = await attend(page);
  expect(clicks()).toBe(clicksBefore + 1);
  await test.step('the guest hears the host, and may neither speak nor comment', async () => {
    await expectSound(attending);
    await expect(attending.control('マイクをオン')).toHaveCount(0);
    await attending.showComments();
    await expect(attending.composer).toHaveCount(0);
    await hosting.showPeople();
    await expect(hosting.people.getByText(`${NAME}(ゲスト)`)).toBeVisible();
  });

  await test.step('a second device takes over, and the first one says so', async () => {
    const { page: second } = await anotherBrowser(browser);
    await watchConnections(second);
    await second.goto(ticketUrl);
    const moved = await attend(second);
    await expect(attending.obstacle('別の画面で参加中です。')).toBeVisible({ timeout: 45_000 });
    await expect(page.getByText(/^同じチケットまたはアカウントで、別の画面から入場がありました。/)).toBeVisible();
    await expectSound(moved);
    await hosting.act(`${NAME}(ゲスト)`, '退室させる');
    await hosting.confirm('退室させる');
    await expect(moved.obstacle('この教室には再入室できません。')).toBeVisible({ timeout: 45_000 });
    await second.goto(ticketUrl);
    await second.getByRole('textbox', { name: 'お名前' }).fill(NAME);
    await second.getByRole('button', { name: '入場する' }).click();
    await expect(second.getByRole('alert').filter({ hasText: '再入室できません。' })).toBeVisible();
  });
});
