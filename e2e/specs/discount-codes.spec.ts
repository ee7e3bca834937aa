import type { Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { sharedProduct } from '../fixtures/running-product';
import { accessibilityFindings, signInByApi, test } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';

test.describe.configure({ timeout: 180_000 });

interface Ticket {
  id: string;
  kind: string;
  price: number;
}

/** Returns an event of the demo organizer with a ticket for 1,200 yen that anyone can buy. */
async function theEvent() {
  const host = await ApiPerson.demo(sharedProduct.url, 'host');
  const { items } = await host.must('GET', '/org/events?stage=public&limit=50');
  for (const { id, title, tickets } of items as { id: string; title: string; tickets: Ticket[] }[]) {
    const ticket = tickets.find(({ kind, price }) => kind === 'general' && price === 1200);
    if (ticket) return { id, title, ticket };
  }
  throw new Error('The demo organizer sells no ticket for 1,200 yen');
}

const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

async function payByCard(page: Page, amount: string) {
  const card = page.frameLocator('iframe[title="カード"]');
  await card.getByLabel('カード番号').fill('4242424242424242');
  await card.getByLabel('有効期限').fill('12 / 34');
  await card.getByLabel('セキュリティコード').fill('123');
  await page.getByRole('button', { name: `${amount}を支払う` }).click();
  await expect(page.getByRole('heading', { name: 'お支払いが完了しました。' })).toBeVisible();
}

test('an organizer makes a discount code, a buyer pays less with it, and everybody sees what was paid', async ({
  page,
  browser,
  complaints,
}) => {
  complaints.allow(refusal(422, '/payment_intent'));
  complaints.allow(refusal(422, '/discount_codes'));
  const event = await theEvent();
  // A repetition of this test finds the code of the first run.
  const code = `HOSHI-${Date.now().toString(36).toUpperCase()}`;
  await signInByApi(page.context(), sharedProduct.url, 'host');
  const codesPage = `/events/${event.id}/edit?tab=discounts`;

  await test.step('the organizer makes the code', async () => {
    await page.goto(codesPage);
    await page.getByRole('button', { name: '割引コードを作る' }).click();
    const form = page.getByRole('dialog', { name: '割引コードを作る' });
    await form.getByRole('textbox', { name: /^コード/ }).fill(code);
    await form.getByRole('textbox', { name: '割引額(円)' }).fill('1160');
    await form.getByRole('textbox', { name: '使える回数' }).fill('3');
    await form.getByRole('button', { name: '作る', exact: true }).click();
    await expect(form.getByText(/割引後の価格が50円より安くなる/)).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
    await form.getByRole('textbox', { name: '割引額(円)' }).fill('200');
    await form.getByRole('button', { name: '作る', exact: true }).click();
    await expect(rowOf(page, code)).toContainText('3 / 3回');
  });

  const { api: buyer } = await aVerifiedPerson(sharedProduct);
  const context = await browser.newContext({ baseURL: sharedProduct.url });
  const shop = await context.newPage();
  await buyer.useIn(context);
  await test.step('the buyer mistypes it, then pays the reduced price', async () => {
    await shop.goto(`/events/${event.id}/checkout?ticket=${event.ticket.id}`);
    await expect(shop.getByRole('timer')).toBeVisible();
    await shop.getByRole('button', { name: '割引コードを使う' }).click();
    const field = shop.getByRole('textbox', { name: '割引コード' });
    await field.fill('CHIGAU');
    await shop.getByRole('button', { name: '適用する' }).click();
    await expect(shop.getByText('この割引コードは見つかりません。入力をご確認ください。')).toBeVisible();
    await expect(field).toHaveValue('CHIGAU');
    expect(await accessibilityFindings(shop)).toEqual([]);
    await field.fill(code.toLowerCase().replace('-', 'ー'));
    await shop.getByRole('button', { name: '適用する' }).click();
    await expect(shop.getByRole('button', { name: '1,000円を支払う' })).toBeVisible();
    await expect(shop.getByText('-200円')).toBeVisible();
    await payByCard(shop, '1,000円');
  });

  await test.step('the history has the reduced price', async () => {
    await shop.goto('/settings#history');
    await expect(shop.getByRole('region', { name: '購入履歴' })).toContainText('1,000円');
    await context.close();
  });

  await test.step('so have the figures of the organizer', async () => {
    await page.goto(codesPage);
    await expect(rowOf(page, code)).toContainText('2 / 3回');
    await expect(rowOf(page, code)).toContainText('1,000円');
    await page.goto(`/events/${event.id}/edit?tab=participants`);
    await expect(rowOf(page, buyer.nickname)).toContainText('1,000円');
  });

  await test.step('a code that is switched off takes nothing off any more', async () => {
    await page.goto(codesPage);
    await page.getByRole('button', { name: `${code}を無効にする` }).click();
    await page.getByRole('dialog').getByRole('button', { name: '無効にする' }).click();
    await expect(rowOf(page, code)).toContainText('無効にしました');
  });
});
