import type { Page, Request } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { caughtMails, mailedPath, pathIn } from '../fixtures/mails';
import { expect } from '../fixtures/patient-expect';
import { payAtStore } from '../fixtures/payment-engine';
import { aNewPerson } from '../fixtures/people';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { SignInPage } from '../pages/account/sign-in-page';

// Checkout with the script and pages of the payment engine that npm start includes.

const { url } = sharedProduct;
test.describe.configure({ timeout: 120_000 });

const SUCCEEDS = '4242424242424242';
const DECLINED = '4000000000000002';
const CHALLENGED = '4000000000003220';

interface Ticket {
  id: string;
  kind: string;
  price: number;
}

const TITLE = '宇宙望遠鏡が見た最初の銀河';

/** Returns the demo event with tickets that anyone can buy. */
async function theEvent(person: ApiPerson) {
  const { items } = await person.must('GET', '/events?limit=50');
  const event = items.find(({ title }: { title: string }) => title === TITLE);
  const ticket: Ticket = event.tickets.find(({ kind }: Ticket) => kind === 'general');
  return { event, ticket };
}

/** Signs up a new buyer. */
async function aBuyer(page: Page) {
  const { api: person } = await aVerifiedPerson(sharedProduct);
  await person.useIn(page.context());
  const { event, ticket } = await theEvent(person);
  const participation = async () => (await person.must('GET', `/events/${event.id}`)).myParticipation;
  return {
    person,
    event,
    ticket,
    participation,
    open: () => page.goto(`/events/${event.id}/checkout?ticket=${ticket.id}`),
  };
}

const fields = (page: Page) => page.frameLocator('iframe[title="カード"]');
const payButton = (page: Page) => page.getByRole('button', { name: '1,500円を支払う' });
const done = (page: Page) => page.getByRole('heading', { name: 'お支払いが完了しました。' });
const bank = (page: Page) => page.frameLocator('dialog iframe');

async function typeCard(page: Page, number: string) {
  await fields(page).getByLabel('カード番号').fill(number);
  await fields(page).getByLabel('有効期限').fill('12 / 34');
  await fields(page).getByLabel('セキュリティコード').fill('123');
}
async function payWith(page: Page, number: string) {
  await typeCard(page, number);
  await payButton(page).click();
}

test(
  'an unverified address blocks the checkout, and the page continues after it is verified in another tab',
  { tag: '@full' },
  async ({ page, context }) => {
    const newcomer = aNewPerson();
    const person = await ApiPerson.newcomer(url, newcomer);
    await person.useIn(context);
    const { event, ticket } = await theEvent(person);
    await page.goto(`/events/${event.id}/checkout?ticket=${ticket.id}`);
    await expect(page.getByText('お支払いの前に、メールアドレスの確認をお願いしています。')).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    expect((await person.must('GET', `/events/${event.id}`)).myParticipation).toBeNull();
    const mailTab = await context.newPage();
    await mailTab.goto(await mailedPath(sharedProduct, newcomer.email, 'メールアドレスの確認'));
    await mailTab.getByRole('button', { name: 'メールアドレスを確認する' }).click();
    await expect(mailTab.getByRole('heading', { name: 'メールアドレスを確認しました' })).toBeVisible();
    await page.bringToFront();
    await payWith(page, SUCCEEDS);
    await expect(done(page)).toBeVisible();
  },
);

test('a card pays for the ticket, and its number reaches only the payment engine', async ({ page }) => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const { open, participation } = await aBuyer(page);
  await open();
  await expect(page.getByRole('timer')).toHaveText(/残り 1[45]:\d\d/);
  await payWith(page, SUCCEEDS);
  await expect(done(page)).toBeVisible();
  expect(await participation()).toMatchObject({ state: 'confirmed', amount: 1500 });
  const sent = requests.filter((request) => `${request.url()}${request.postData() ?? ''}`.includes(SUCCEEDS));
  expect(sent.map((request) => new URL(request.url()).origin)).not.toContain(new URL(url).origin);
  expect(sent.map((request) => new URL(request.url()).pathname)).toEqual(['/v1/payment_methods']);
  await page.reload();
  await expect(done(page)).toBeVisible();
});

test(
  'a declined card keeps the hold and the input, and another card is accepted',
  { tag: '@full' },
  async ({ page, complaints }) => {
    complaints.allow(/status of 402/);
    const { open, participation } = await aBuyer(page);
    await open();
    await payWith(page, DECLINED);
    // Far above the button that was clicked.
    await expect(page.getByRole('alert').filter({ hasText: 'カード会社で承認されませんでした。' })).toBeInViewport();
    expect(await participation()).toMatchObject({ state: 'held' });
    await expect(fields(page).getByLabel('有効期限')).toHaveValue('12 / 34');
    await fields(page).getByLabel('カード番号').fill(SUCCEEDS);
    await payButton(page).click();
    await expect(done(page)).toBeVisible();
  },
);

test('3-D Secure is refused, aborted and finally approved while the seat stays held', async ({ page, complaints }) => {
  complaints.allow(/status of 402/);
  const { open, participation } = await aBuyer(page);
  await open();
  await payWith(page, CHALLENGED);
  await bank(page).getByRole('button', { name: '拒否する' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '本人確認ができませんでした。' })).toBeVisible();
  await payButton(page).click();
  await expect(bank(page).getByRole('button', { name: '承認する' })).toBeVisible();
  // Leaves in the middle and returns.
  await open();
  expect(await participation()).toMatchObject({ state: 'held' });
  await payWith(page, CHALLENGED);
  await bank(page).getByRole('button', { name: '承認する' }).click();
  await expect(done(page)).toBeVisible();
});

test('PayPay is refused, then pays', { tag: '@full' }, async ({ page, complaints }) => {
  complaints.allow(/status of 402/);
  const { open } = await aBuyer(page);
  await open();
  const byPayPay = async () => {
    await page.getByRole('radio', { name: /PayPay/ }).check();
    await payButton(page).click();
  };
  await byPayPay();
  await page.getByRole('button', { name: '支払わずに戻る' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'お支払いは完了していません。' })).toBeVisible();
  await byPayPay();
  await page.getByRole('button', { name: '支払う', exact: true }).click();
  await expect(done(page)).toBeVisible({ timeout: 30_000 });
});

test('a konbini payment shows its numbers, then the ticket', async ({ page, context }) => {
  const { open, participation } = await aBuyer(page);
  await open();
  await page.getByRole('radio', { name: /コンビニ/ }).check();
  await page.getByRole('button', { name: '支払い番号を受け取る' }).click();
  await expect(page.getByRole('heading', { name: /までに1,500円をお支払いください。/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'ローソン' })).toBeVisible();
  expect(await participation()).toMatchObject({ state: 'pending_payment' });
  const { paymentIntentId } = await participation();
  const { publishableKey } = await (await context.request.get('/v1/payment_config')).json();
  expect(publishableKey).toMatch(/^pk_test_/);
  await payAtStore(page, paymentIntentId);
  await expect(done(page)).toBeVisible({ timeout: 40_000 });
});

test(
  'closing the window after paying loses nothing: the webhook confirms the seat',
  { tag: '@full' },
  async ({ page }) => {
    const { open, event, participation } = await aBuyer(page);
    await open();
    await page.route(`**/v1/me/events/${event.id}/participation`, (route) => route.abort());
    await payWith(page, SUCCEEDS);
    await page.waitForResponse((response) => response.url().includes('/confirm') && response.status() === 200);
    await page.close();
    await expect.poll(async () => (await participation()).state, { timeout: 30_000 }).toBe('confirmed');
  },
);

test('the event page leads to the checkout, and from there to the ticket', async ({ page }) => {
  const { event } = await aBuyer(page);
  await page.goto(`/events/${event.id}`);
  await page.getByRole('link', { name: 'チケットを購入' }).first().click();
  await expect(page.getByRole('heading', { name: 'お支払い', exact: true })).toBeVisible();
  await payWith(page, SUCCEEDS);
  await page.getByRole('link', { name: 'チケットを見る' }).click();
  const row = page.getByRole('listitem').filter({ hasText: TITLE });
  await expect(row.getByText('申込済み').first()).toBeVisible();
});

test(
  'two windows pay only once: the other one shows the payment',
  { tag: '@full' },
  async ({ page, context, complaints }) => {
    complaints.allow(/status of 409/);
    const { open, person, event, ticket } = await aBuyer(page);
    await open();
    const other = await context.newPage();
    await other.goto(`/events/${event.id}/checkout?ticket=${ticket.id}`);
    await typeCard(other, SUCCEEDS);
    await typeCard(page, SUCCEEDS);
    await payButton(page).dblclick();
    await expect(done(page)).toBeVisible();
    await payButton(other).click();
    await expect(done(other)).toBeVisible();
    const { items } = await person.must('GET', '/me/sale-histories');
    expect(items.map(({ type, state, amount }: Record<string, unknown>) => ({ type, state, amount }))).toEqual([
      { type: 'ticket', state: 'paid', amount: 1500 },
    ]);
  },
);

test('a guest pays, keeps the ticket through its link, and claims it with an account to join', async ({ page }) => {
  const guest = aNewPerson();
  const { event } = await theEvent(await ApiPerson.visitor(url));
  await page.goto(`/events/${event.id}`);
  await page.getByRole('link', { name: 'アカウントを作らずに購入' }).click();
  await page.getByLabel('メールアドレス').fill(guest.email);
  await page.getByLabel('生年月日').fill(guest.birthDate);
  await payWith(page, SUCCEEDS);
  await page.waitForURL(/\/tickets\/[^/]+$/);
  await expect(page.getByText('申込済み')).toBeVisible({ timeout: 30_000 });

  const [mail] = await caughtMails(sharedProduct, guest.email, 'お申し込みが完了しました');
  expect(mail?.text).toContain('無料のアカウントが必要です。');
  await page.goto(pathIn(mail));
  await expect(page.getByText('申込済み')).toBeVisible();
  await page.getByRole('link', { name: 'アカウントを作成' }).click();
  const signIn = new SignInPage(page);
  await signIn.signUp(guest);
  await signIn.begin();
  await page.waitForURL(/\/tickets$/);
  await expect(page.getByRole('listitem').filter({ hasText: TITLE }).getByText('申込済み').first()).toBeVisible();
});

test(
  'a guest who leaves PayPay without paying sees a message, releases the seat and pays with a card',
  { tag: '@full' },
  async ({ page }) => {
    const guest = aNewPerson();
    const visitor = await ApiPerson.visitor(url);
    const { event, ticket } = await theEvent(visitor);
    const fill = async () => {
      await page.getByLabel('メールアドレス').fill(guest.email);
      await page.getByLabel('生年月日').fill(guest.birthDate);
    };
    await page.goto(`/events/${event.id}/checkout?ticket=${ticket.id}`);
    await fill();
    await page.getByRole('radio', { name: /PayPay/ }).check();
    await payButton(page).click();
    await page.getByRole('button', { name: '支払わずに戻る' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'お支払いは完了していません。' })).toBeVisible();
    const [, unpaid] = /\/tickets\/([\w-]+)/.exec(page.url()) ?? [];
    await page.getByRole('button', { name: 'もう一度お支払いに進む' }).click();
    await fill();
    await payWith(page, SUCCEEDS);
    await page.waitForURL(/\/tickets\/[^/]+$/);
    await expect(page.getByText('申込済み')).toBeVisible({ timeout: 30_000 });
    const { participation } = await visitor.must('GET', `/guest_tickets/${unpaid}`);
    expect(participation.state).toBe('cancelled');
  },
);
