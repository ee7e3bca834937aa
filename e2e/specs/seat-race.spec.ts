import type { Browser, BrowserContext, Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { payAfterTheHold } from '../fixtures/database/late-money';
import { caughtMails, pathIn } from '../fixtures/mails';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { payAtStore } from '../fixtures/payment-engine';
import { bornYearsAgo } from '../fixtures/people';
import type { RunningProduct } from '../fixtures/running-product';
import { anotherBrowser } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';

// Seats that expire or sell out. The spec changes their number, so it uses its own product.

test.describe.configure({ timeout: 150_000 });

const TITLE = '図形フェス';
const SUCCEEDS = '4242424242424242';
const DECLINED = '4000000000000002';
const HOLD_MS = 15 * 60_000;

interface Ticket {
  id: string;
  kind: string;
  price: number;
  sold: number;
  held: number;
}

const fields = (page: Page) => page.frameLocator('iframe[title="カード"]');
const payButton = (page: Page) => page.getByRole('button', { name: '1,200円を支払う' });
const done = (page: Page) => page.getByRole('heading', { name: 'お支払いが完了しました。' });
const soldOut = (page: Page) => page.getByRole('heading', { name: 'チケットは完売しました。' });
const isOver = (page: Page) => page.getByRole('heading', { name: /確保時間が過ぎました。/ });

async function payWith(page: Page, number: string) {
  await fields(page).getByLabel('カード番号').fill(number);
  await fields(page).getByLabel('有効期限').fill('12 / 34');
  await fields(page).getByLabel('セキュリティコード').fill('123');
  await payButton(page).click();
}

/** Returns the demo organizer's event with paid tickets; `left` sets how many are left. */
async function theEvent({ url }: Pick<RunningProduct, 'url'>, left?: number) {
  const host = await ApiPerson.demo(url, 'host');
  const { items } = await host.must('GET', '/events?limit=50');
  const event = items.find(({ title }: { title: string }) => title === TITLE);
  const ticket: Ticket = event.tickets.find(({ kind }: Ticket) => kind === 'general');
  const setLeft = (seats: number) =>
    host.must('PATCH', `/org/events/${event.id}/ticket_types/${ticket.id}`, {
      quota: ticket.sold + ticket.held + seats,
    });
  if (left !== undefined) await setLeft(left);
  return { event, ticket, path: `/events/${event.id}`, checkout: `/events/${event.id}/checkout?ticket=${ticket.id}` };
}

async function aBuyer(product: RunningProduct, browser: { context: BrowserContext; page: Page }) {
  const person = await aVerifiedPerson(product);
  await person.api.useIn(browser.context);
  return { ...person, page: browser.page };
}
type Buyer = Awaited<ReturnType<typeof aBuyer>>;

test('of two buyers for the last seat one gets it; the other joins the waitlist and is offered it after a cancellation', async ({
  page,
  context,
  browser,
  product,
  complaints,
}) => {
  complaints.allow(refusal(409, '/payment_intent'));
  const { event, path, checkout } = await theEvent(product, 1);
  const here = await aBuyer(product, { context, page });
  const there = await aBuyer(product, await anotherBrowserOf(browser, product));
  const buyers: [Buyer, Buyer] = [here, there];

  await Promise.all(buyers.map((buyer) => buyer.page.goto(checkout)));
  await Promise.all(buyers.map((buyer) => expect(soldOut(buyer.page).or(buyer.page.getByRole('timer'))).toBeVisible()));
  const [first, second] = (await soldOut(here.page).isVisible()) ? [there, here] : [here, there];
  await expect(first.page.getByRole('timer')).toBeVisible();
  await expect(soldOut(second.page)).toBeVisible();

  await test.step('the other joins the waiting list', async () => {
    await second.page.getByRole('link', { name: 'イベントに戻る' }).click();
    await second.page.getByRole('button', { name: 'キャンセル待ちに登録', exact: true }).first().click();
    await second.page.getByRole('dialog').getByRole('button', { name: 'キャンセル待ちに登録する' }).click();
    await expect(second.page.getByText('キャンセル待ちに登録しました。')).toBeVisible();
  });

  await test.step('the first buyer pays and then cancels', async () => {
    await payWith(first.page, SUCCEEDS);
    await expect(done(first.page)).toBeVisible();
    await first.api.must('DELETE', `/me/events/${event.id}/participation`);
  });

  await test.step('the other buyer is notified by mail and pays', async () => {
    const [mail] = await caughtMails(product, second.email, 'お席が空きました');
    expect(mail?.text).toContain(TITLE);
    await second.page.goto(path);
    await second.page.getByRole('link', { name: 'お支払いに進む' }).first().click();
    await payWith(second.page, SUCCEEDS);
    await expect(done(second.page)).toBeVisible();
  });

  const [{ items: ofFirst }, { items: ofSecond }] = await Promise.all([
    first.api.must('GET', '/me/aud/events'),
    second.api.must('GET', '/me/aud/events'),
  ]);
  expect([ofFirst.length, ofSecond.length]).toEqual([0, 1]);
});

test(
  'of two buyers with a code for one use one pays less; the other sees it at the field and keeps the full price',
  { tag: '@full' },
  async ({ page, context, browser, product, complaints }) => {
    complaints.allow(refusal(410, '/payment_intent'));
    const { event, checkout } = await theEvent(product, 5);
    const host = await ApiPerson.demo(product.url, 'host');
    await host.must('POST', `/org/events/${event.id}/discount_codes`, {
      code: 'HITORI',
      amountOff: 200,
      ticketTypeIds: null,
      maxUses: 1,
    });
    const buyers = [
      await aBuyer(product, { context, page }),
      await aBuyer(product, await anotherBrowserOf(browser, product)),
    ];
    for (const buyer of buyers) {
      await buyer.page.goto(checkout);
      await buyer.page.getByRole('button', { name: '割引コードを使う' }).click();
      await buyer.page.getByRole('textbox', { name: '割引コード' }).fill('hitori');
    }
    await Promise.all(buyers.map((buyer) => buyer.page.getByRole('button', { name: '適用する' }).click()));
    const reduced = (buyer: Buyer) => buyer.page.getByRole('button', { name: '1,000円を支払う' });
    const refused = (buyer: Buyer) => buyer.page.getByText('この割引コードは、使える回数に達しました。');
    await Promise.all(buyers.map((buyer) => expect(reduced(buyer).or(refused(buyer))).toBeVisible()));
    const isReduced = await Promise.all(buyers.map((buyer) => reduced(buyer).isVisible()));
    expect(isReduced.sort()).toEqual([false, true]);
    await Promise.all(buyers.map((buyer) => expect(reduced(buyer).or(payButton(buyer.page))).toBeVisible()));
  },
);

test(
  'after the hold expires the input is kept, and another seat is held with it',
  { tag: '@full' },
  async ({ page, product, complaints }) => {
    complaints.allow(/status of 402/);
    const { checkout } = await theEvent(product, 5);
    await page.clock.install();
    await page.goto(checkout);
    await page.getByLabel('メールアドレス').fill('haruka@example.jp');
    await page.getByLabel('生年月日').fill('1994-05-14');
    await payWith(page, DECLINED);
    await expect(page.getByRole('alert').filter({ hasText: 'カード会社で承認されませんでした。' })).toBeVisible();
    await expect(page.getByRole('timer')).toBeVisible();
    await page.clock.fastForward(HOLD_MS);
    await expect(isOver(page)).toBeVisible();
    await page.getByRole('button', { name: 'もう一度申し込む' }).click();
    await expect(page.getByLabel('メールアドレス')).toHaveValue('haruka@example.jp');
    await expect(page.getByLabel('生年月日')).toHaveValue('1994-05-14');
    await expect(fields(page).getByLabel('有効期限')).toHaveValue('12 / 34');
    await fields(page).getByLabel('カード番号').fill(SUCCEEDS);
    await payButton(page).click();
    await page.waitForURL(/\/tickets\/[^/]+$/);
    await expect(page.getByText('申込済み')).toBeVisible({ timeout: 30_000 });
  },
);

/** Starts a konbini payment and pays it after the hold has expired. */
async function payTooLate(product: RunningProduct, { api, page }: Buyer, eventId: string) {
  await page.getByRole('radio', { name: /コンビニ/ }).check();
  await page.getByRole('button', { name: '支払い番号を受け取る' }).click();
  await expect(page.getByRole('heading', { name: /までに1,200円をお支払いください。/ })).toBeVisible();
  const { id, paymentIntentId } = (await api.must('GET', `/events/${eventId}`)).myParticipation;
  await payAfterTheHold(product, id, async () => {
    await expect(isOver(page)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('お席が空いていればご用意し、なければ全額を返金いたします。')).toBeVisible();
    await payAtStore(page, paymentIntentId);
  });
}

test(
  'a konbini payment after the hold has expired buys the seat if it is still free',
  { tag: '@full' },
  async ({ page, context, product }) => {
    const { event, checkout } = await theEvent(product, 5);
    const buyer = await aBuyer(product, { context, page });
    await page.goto(checkout);
    await payTooLate(product, buyer, event.id);
    await expect(done(page)).toBeVisible({ timeout: 40_000 });
    const [mail] = await caughtMails(product, buyer.email, 'お申し込みが完了しました');
    expect(mail?.text).toContain(TITLE);
  },
);

test(
  'a konbini payment after the seat was sold is refunded, and the buyer is offered the next seat',
  { tag: '@full' },
  async ({ page, context, product }) => {
    const { event, ticket, checkout } = await theEvent(product, 1);
    const buyer = await aBuyer(product, { context, page });
    const next = await aVerifiedPerson(product);
    await page.goto(checkout);
    await expect(page.getByRole('timer')).toBeVisible();
    await next.api.must('POST', `/me/events/${event.id}/participation`, { ticketTypeId: ticket.id });
    await payTooLate(product, buyer, event.id);

    const isRefunded = page.getByRole('heading', {
      name: '確保時間を過ぎてのお支払いだったため、全額返金いたします。',
    });
    await expect(isRefunded).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText('お席が空きましたら、最初にご案内いたします。')).toBeVisible();
    const [mail] = await caughtMails(product, buyer.email, '返金のお知らせ');
    expect(mail?.text).toContain('確保時間を過ぎてのお支払いだったため、全額返金いたします。');
    expect(mail?.text).toContain('お席が空きましたら、最初にご案内いたします。');
    await page.reload();
    await expect(isRefunded).toBeVisible();

    const seatOf = async ({ api }: Pick<Buyer, 'api'>) =>
      (await api.must('GET', `/events/${event.id}`)).myParticipation;
    expect(await seatOf(next)).toMatchObject({ state: 'offered' });
    expect(await seatOf(buyer)).toMatchObject({ state: 'waitlisted', waitlistPosition: 1 });
    await next.api.must('DELETE', `/me/events/${event.id}/participation`);
    await expect.poll(async () => (await seatOf(buyer)).state).toBe('offered');
  },
);

test(
  'a buyer of 15 sends a consent request to a guardian, who agrees through the link in the mail, and then pays',
  { tag: '@full' },
  async ({ page, context, browser, product }) => {
    const { checkout } = await theEvent(product, 5);
    const guardianEmail = `hogosha.${Date.now().toString(36)}@example.test`;
    const child = await aVerifiedPerson(product, { birthDate: bornYearsAgo(15), guardianEmail });
    await child.api.useIn(context);
    await page.goto(checkout);
    await page.getByLabel('保護者の方のメールアドレス').fill(guardianEmail);
    await page.getByRole('button', { name: '同意をお願いする' }).click();
    await expect(page.getByRole('heading', { name: '保護者の方の同意を待っています。' })).toBeVisible();

    const [request] = await caughtMails(product, guardianEmail, 'お申し込みへの同意のお願い');
    const guardian = await anotherBrowserOf(browser, product);
    await guardian.page.goto(pathIn(request));
    await expect(guardian.page.getByRole('definition').filter({ hasText: '1,200円(税込)' })).toBeVisible();
    await guardian.page.getByLabel('保護者の方のお名前').fill('宮下 紗季');
    await guardian.page.getByRole('button', { name: '1,200円に同意する' }).click();
    await expect(guardian.page.getByRole('heading', { name: 'ご同意ありがとうございました' })).toBeVisible();

    await caughtMails(product, child.email, '保護者の方の同意が届きました');
    await payWith(page, SUCCEEDS);
    await expect(done(page)).toBeVisible();
    const [ticket] = await caughtMails(product, child.email, 'お申し込みが完了しました');
    expect(ticket?.text).toContain(TITLE);
    await page.getByRole('link', { name: 'チケットを見る' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: TITLE }).getByText('申込済み').first()).toBeVisible();
  },
);

/** Opens another user's browser at this spec's product. */
async function anotherBrowserOf(browser: Browser, { url }: Pick<RunningProduct, 'url'>) {
  return anotherBrowser(browser, { baseURL: url });
}
