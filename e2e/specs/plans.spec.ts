import type { Page, Request } from '@playwright/test';

import { refusal } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { advanceClock } from '../fixtures/payment-engine';
import { checkoutPath } from '../fixtures/purchases';
import { askStaff } from '../fixtures/staff';
import { aVerifiedPerson } from '../fixtures/verified-person';

// Plans with the payment engine that npm start includes. The spec moves the engine's clock, so no other spec may share
// its product: Playwright starts another worker, and with it another product, for other options.
test.use({ productEnv: { STRIPE_ENGINE: 'on' } });
test.describe.configure({ timeout: 150_000 });

const SUCCEEDS = '5555555555554444';
const DECLINED = '4000000000000002';
/** Can be saved but is declined when charged. */
const FAILS_LATER = '4000000000000341';
const CHALLENGED = '4000002760003184';

const fields = (page: Page) => page.frameLocator('iframe[title="カード"]');
const bank = (page: Page) => page.frameLocator('iframe[title="カード会社の画面"]');
const card = (page: Page, name: string) => page.getByRole('region', { name });
const confirmButton = (page: Page) => page.getByRole('button', { name: '申し込みを確定する' });
const notice = (page: Page) => page.getByRole('link', { name: 'カード情報を確認する' });

async function typeCard(page: Page, number: string) {
  await fields(page).getByLabel('カード番号').fill(number);
  await fields(page).getByLabel('有効期限').fill('12 / 34');
  await fields(page).getByLabel('セキュリティコード').fill('123');
}

test('a trial starts, is cancelled and resumed; its payment fails, and a new card clears the notice', async ({
  page,
  product,
  complaints,
}) => {
  complaints.allow(refusal(402, '/v1/me/subscriptions'));
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const { api: person } = await aVerifiedPerson(product);
  await person.useIn(page.context());

  await test.step('starts after the last confirmation', async () => {
    await page.goto('/plans');
    await page.getByRole('link', { name: '無料体験をはじめる: スタンダード', exact: true }).click();
    await expect(page.getByRole('heading', { name: '最終確認' })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'で自動更新されます。' })).toBeVisible();
    await typeCard(page, FAILS_LATER);
    await confirmButton(page).click();
    await expect(page.getByRole('heading', { name: 'お申し込みが完了しました。' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'プランをご利用中です。' })).toBeVisible();
  });

  const plan = card(page, 'ご利用中のプラン');
  await test.step('is cancelled and resumed', async () => {
    await page.goto('/settings#plan');
    await expect(plan.getByText('無料体験中')).toBeVisible();
    await plan.getByRole('button', { name: 'プランを解約する' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '解約する' }).click();
    await expect(plan.getByText('次のお支払いはありません。')).toBeVisible();
    await plan.getByRole('button', { name: 'プランを続ける' }).click();
    await expect(plan.getByText('無料体験中')).toBeVisible();
  });

  await test.step('its first payment fails', async () => {
    await advanceClock(page, '1週間後', '1週間後', '1日後');
    await expect.poll(async () => (await person.must('GET', '/me')).stripeInvoiceStatus).toBe('open');
    await page.reload();
    await expect(notice(page)).toBeVisible();
    await expect(plan.getByText('お支払い確認中')).toBeVisible();
    await plan.getByRole('button', { name: '1,000円を支払う' }).click();
    await expect(plan.getByRole('alert')).toContainText('カード会社で承認されませんでした。');
  });

  await test.step('a new card pays immediately after confirmation with the bank', async () => {
    await card(page, 'お支払い方法').getByRole('button', { name: 'カードを変更する' }).click();
    await typeCard(page, CHALLENGED);
    await page.getByRole('dialog').getByRole('button', { name: '1,000円を支払う' }).click();
    await bank(page).getByRole('button', { name: '承認する' }).click();
    await expect(plan.getByText('ご利用中', { exact: true })).toBeVisible();
    await expect(notice(page)).toBeHidden();
    await expect(card(page, 'お支払い方法').getByText('Visa 末尾 3184')).toBeVisible();
    await expect(card(page, '購入履歴').getByRole('listitem')).toContainText(['まなびば スタンダード']);
  });

  const sent = requests.filter((request) => `${request.url()}${request.postData() ?? ''}`.includes(CHALLENGED));
  expect(sent).not.toEqual([]);
  expect(sent.map((request) => new URL(request.url()).origin)).not.toContain(new URL(product.url).origin);
});

test(
  'a coupon extends the trial; a declined card leaves nothing behind; the plan changes later',
  { tag: '@full' },
  async ({ page, product, complaints }) => {
    complaints.allow(refusal(402, '/v1/me/subscriptions'));
    await askStaff(product, 'coupon', 'MINATO-30', '30', '5', '2099-12-31');
    const { api: person } = await aVerifiedPerson(product);
    await person.useIn(page.context());
    await page.goto('/plans');

    await test.step('redeems the coupon', async () => {
      const code = page.getByRole('textbox', { name: 'クーポンコード' });
      const apply = page.getByRole('button', { name: '適用する' });
      await code.fill('AKI2025');
      await apply.click();
      await expect(page.getByText('このクーポンはご利用いただけません。')).toBeVisible();
      await code.fill('minato-30');
      await apply.click();
      await expect(page.getByText('無料体験が30日間になります。')).toBeVisible();
      await page.getByRole('link', { name: '無料体験をはじめる: スタンダード', exact: true }).click();
      await expect(page.getByText('30日間無料')).toBeVisible();
    });

    await test.step('enters the card', async () => {
      await typeCard(page, DECLINED);
      await confirmButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: 'カード会社で承認されませんでした。' })).toBeVisible();
      expect((await person.must('GET', '/me')).isSubscribed).toBe(false);
      await fields(page).getByLabel('カード番号').fill(SUCCEEDS);
      await confirmButton(page).click();
      await expect(page.getByRole('heading', { name: 'お申し込みが完了しました。' })).toBeVisible();
    });

    await test.step('the card on file pays for a ticket with one click', async () => {
      await page.goto(await checkoutPath(product));
      await expect(page.getByRole('radio', { name: /Mastercard 末尾 4444/ })).toBeChecked();
      await page.getByRole('button', { name: /円を支払う/ }).click();
      await expect(page.getByRole('heading', { name: 'お支払いが完了しました。' })).toBeVisible();
    });

    await test.step('changes the plan from the next period on', async () => {
      await page.goto('/plans');
      await page.getByRole('button', { name: 'このプランに変更する: スタンダード(年払い)' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '変更する' }).click();
      await expect(page.getByText('次の更新日から、このプランになります。')).toBeVisible();
    });
  },
);
