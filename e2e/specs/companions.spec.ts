import { anOpenEvent } from '../fixtures/database/open-event';
import { caughtMails } from '../fixtures/mails';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { accessibilityFindings, anotherBrowser } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';

// On a product of its own, because other specs count its events. Its books are compared with the provider's at the end.

test.describe.configure({ timeout: 300_000 });

test('a buyer takes two friends along: one enters by the link, the seat of the other is refunded', async ({
  page,
  browser,
  product,
}) => {
  const { host, eventId, ticketId } = await anOpenEvent(product);
  const buyer = await aVerifiedPerson(product);
  await buyer.api.useIn(page.context());

  await test.step('the buyer pays for three seats', async () => {
    await page.goto(`${product.url}/events/${eventId}/checkout?ticket=${ticketId}`);
    const more = page.getByRole('button', { name: '席を増やす' });
    await more.click();
    await more.click();
    await page.getByRole('textbox', { name: 'お連れの方 1人目のお名前' }).fill('花');
    await page.getByRole('textbox', { name: 'お連れの方 2人目のお名前' }).fill('太郎');
    expect(await accessibilityFindings(page)).toEqual([]);
    const fields = page.frameLocator('iframe[title="カード"]');
    await fields.getByLabel('カード番号').fill('4242424242424242');
    await fields.getByLabel('有効期限').fill('12 / 34');
    await fields.getByLabel('セキュリティコード').fill('123');
    await page.getByRole('button', { name: '4,500円を支払う' }).click();
    await expect(page.getByRole('heading', { name: 'お支払いが完了しました。' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'お連れの方にリンクを渡す' })).toBeVisible();
    const [mail] = await caughtMails(product, buyer.email, 'お申し込みが完了しました');
    expect(mail?.text).toContain('3席(ご本人、花さん、太郎さん)');
  });

  await page.goto(`${product.url}/tickets`);
  await page.getByRole('button', { name: /お連れの方のお席/ }).click();
  const dialog = page.getByRole('dialog', { name: 'お連れの方のお席' });

  await test.step('a friend enters the room by the link', async () => {
    const link = await dialog.getByRole('textbox', { name: '花さんのチケットのリンク' }).inputValue();
    expect(await accessibilityFindings(page)).toEqual([]);
    const { page: friend } = await anotherBrowser(browser);
    await friend.goto(link);
    await expect(friend.getByText('花さんのお席')).toBeVisible();
    await friend.getByRole('textbox', { name: /お名前/ }).fill('花');
    await friend.getByRole('button', { name: /入場|参加/ }).click();
    await expect(friend).toHaveURL(/\/classrooms\//);
  });

  await test.step('the organizer refunds the seat of the other', async () => {
    const { items } = await host.must('GET', `/org/events/${eventId}/participants?q=${encodeURIComponent('太郎')}`);
    await host.must('POST', `/org/events/${eventId}/participants/${items[0].id}/refund`);
    const [mail] = await caughtMails(product, buyer.email, 'お申し込みが取り消されました');
    expect(mail?.text).toContain('太郎さんのお席');
    expect(mail?.text).toContain('1,500円を返金');
    await expect.poll(async () => (await buyer.api.must('GET', '/me/sale-histories?type=refund')).total).toBe(-1500);
    await page.reload();
    await expect(page.getByText(/2席/)).toBeVisible();
  });
});
