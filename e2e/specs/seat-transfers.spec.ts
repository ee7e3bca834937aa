import type { Page } from '@playwright/test';

import { refusal } from '../fixtures/complaints';
import { anOpenEvent } from '../fixtures/database/open-event';
import { caughtMails, mailedPath } from '../fixtures/mails';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { accessibilityFindings, anotherBrowser } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';

// On a product of its own, because other specs count its events. Its books are compared with the provider's at the end.

test.describe.configure({ timeout: 300_000 });

async function buy(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const fields = page.frameLocator('iframe[title="カード"]');
  await fields.getByLabel('カード番号').fill('4242424242424242');
  await fields.getByLabel('有効期限').fill('12 / 34');
  await fields.getByLabel('セキュリティコード').fill('123');
  await page.getByRole('button', { name: '1,500円を支払う' }).click();
  await expect(page.getByRole('heading', { name: 'お支払いが完了しました。' })).toBeVisible();
}

test('a buyer gives the ticket away, the old link is refused, and the buyer is refunded when the event is cancelled', async ({
  page,
  browser,
  product,
  complaints,
}) => {
  complaints.allow(refusal(410, '/v1/seat_offers/'));
  const { host, eventId, ticketId } = await anOpenEvent(product);
  const buyer = await aVerifiedPerson(product);
  const recipient = await aVerifiedPerson(product);
  await buyer.api.useIn(page.context());
  await buy(page, `${product.url}/events/${eventId}/checkout?ticket=${ticketId}`);

  await test.step('the buyer offers the ticket by mail', async () => {
    await page.goto(`${product.url}/tickets`);
    await page.getByRole('button', { name: /チケットを譲る/ }).click();
    const form = page.getByRole('dialog', { name: 'チケットを譲る' });
    await form.getByRole('textbox', { name: '譲る相手のメールアドレス' }).fill(recipient.email);
    await form.getByRole('textbox', { name: /メッセージ/ }).fill('楽しんできてください。');
    expect(await accessibilityFindings(page)).toEqual([]);
    await form.getByRole('button', { name: '案内を送る' }).click();
    await expect(page.getByText(/の受け取りを待っています/)).toBeVisible();
  });

  const { page: other } = await anotherBrowser(browser);
  await recipient.api.useIn(other.context());
  const link = product.url + (await mailedPath(product, recipient.email, 'チケットの譲渡のご案内'));
  await test.step('the recipient accepts it and has the ticket', async () => {
    await other.goto(link);
    await expect(other.getByText('楽しんできてください。')).toBeVisible();
    expect(await accessibilityFindings(other)).toEqual([]);
    await other.getByRole('button', { name: `「${recipient.nickname}」で受け取る` }).click();
    await expect(other).toHaveURL(/\/tickets$/);
    await expect(
      other
        .getByText('譲り受けたチケット')
        .or(other.getByRole('link', { name: /教室に入る|入場/ }))
        .first(),
    ).toBeVisible();
  });

  await test.step('the link opens nothing any more, and the buyer has given the ticket away', async () => {
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'このチケットは受け取れません。' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('譲渡済み')).toBeVisible();
    await expect(page.getByRole('button', { name: /チケットを譲る/ })).toHaveCount(0);
    expect((await buyer.api.call('GET', `/me/aud/events/${eventId}`)).status).toBe(404);
  });

  await test.step('the event is cancelled: the buyer gets the money back, and both are notified', async () => {
    await host.must('DELETE', `/org/events/${eventId}`, { reason: '会場の都合です。' });
    await caughtMails(product, recipient.email, 'イベントの中止のお知らせ');
    const [mail] = await caughtMails(product, buyer.email, 'お譲りになったチケットの取り消し');
    expect(mail?.text).toContain('1,500円を返金');
    await expect
      .poll(async () => {
        const { items } = await buyer.api.must('GET', '/me/seat_transfers');
        return items[0].payment.refunded;
      })
      .toBe(1500);
  });
});
