import type { BrowserContext, Page, Request } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { anotherBrowser, expect, signInByApi, test } from '../fixtures/product';
import { settled } from '../fixtures/settled';
import { AnalyticsRequest } from '../pages/analytics-request';
import { Chrome } from '../pages/chrome';
import { ListPage } from '../pages/list-page';

interface Told {
  name: string;
  label: string;
}

const isTelling = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/v1/analytics_events';

/** What the pages of a browser tell of those who use them, from now on. */
function listenToTold(context: BrowserContext): Told[] {
  const told: Told[] = [];
  context.on('request', (request) => {
    if (isTelling(request)) told.push(...(request.postDataJSON() as { events: Told[] }).events);
  });
  return told;
}

/** Opens a page and waits until it works. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(new Chrome(page).main.getByRole('heading').filter({ visible: true }).first()).toBeVisible();
  await settled(page);
}

/** Lets the page send what waits to be sent, as when somebody goes elsewhere. */
const leave = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')));

/** Goes from page to page without a full load. */
async function lookAround(page: Page) {
  await new Chrome(page).footer.getByRole('link', { name: '利用規約' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  await new Chrome(page).header.getByRole('link', { name: 'まなびば' }).click();
  await expect(page).toHaveURL(/\/$/);
}

test.describe.configure({ timeout: 90_000 });

test('nothing is told before consent, nor after a refusal, which is remembered', async ({ page, context }) => {
  const told = listenToTold(context);
  const request = new AnalyticsRequest(page);
  await open(page, '/');
  await expect(request.card).toBeVisible();
  await lookAround(page);
  await leave(page);
  await request.refuse.click();
  await expect(request.card).toBeHidden();
  await lookAround(page);
  await leave(page);
  await open(page, '/events');
  await expect(request.card).toBeHidden();
  await leave(page);
  expect(told).toEqual([]);
});

test('a visitor who agrees is told of from then on, by the step of the funnel, and never twice in a row', async ({
  page,
  context,
}) => {
  const told = listenToTold(context);
  const request = new AnalyticsRequest(page);
  await open(page, '/privacy_policy');
  await request.agree.click();
  await expect(request.card).toBeHidden();
  const header = new Chrome(page).header;
  // From the top page to the top page: the second is the same again.
  await header.getByRole('link', { name: 'まなびば' }).click();
  await expect(page).toHaveURL(/\/$/);
  await new Chrome(page).footer.getByRole('link', { name: '利用規約' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  await header.getByRole('link', { name: 'まなびば' }).click();
  await expect(page).toHaveURL(/\/$/);
  await new Chrome(page).signInLink.click();
  await page.getByLabel('メールアドレス').pressSequentially('ha');
  await page.getByLabel('パスワード', { exact: true }).pressSequentially('na');
  await leave(page);
  await expect
    .poll(() => told)
    .toEqual([
      { name: 'view_top', label: 'CreateAccount' },
      { name: 'view_signin', label: 'CreateAccount' },
      { name: 'form_fill_signin', label: 'CreateAccount' },
    ]);
});

for (const { who, birthDate, label } of [
  { who: 'an adult', birthDate: '1990-04-12', label: 'PurchaseEvent' },
  { who: 'a student', birthDate: '2006-04-12', label: 'Subscription' },
]) {
  test(`what ${who} does is labelled ${label}`, async ({ page, context, baseURL }) => {
    await (await ApiPerson.newcomer(baseURL ?? '', { birthDate })).useIn(context);
    const told = listenToTold(context);
    await open(page, '/');
    await new AnalyticsRequest(page).agree.click();
    await new Chrome(page).bell.click();
    await expect(page).toHaveURL(/\/notifications/);
    await leave(page);
    await expect.poll(() => told).toEqual([{ name: 'click_bell', label }]);
  });
}

test('who has a plan is told of as somebody who joins', async ({ page, context, baseURL }) => {
  await signInByApi(context, baseURL ?? '', 'subscriber');
  const told = listenToTold(context);
  await open(page, '/');
  await new AnalyticsRequest(page).agree.click();
  await new Chrome(page).footer.getByRole('link', { name: '利用規約' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  await new Chrome(page).header.getByRole('link', { name: 'まなびば' }).click();
  await expect(page).toHaveURL(/\/$/);
  await leave(page);
  await expect.poll(() => told).toEqual([{ name: 'view_top', label: 'JoinEvent' }]);
});

test('a child is not asked, and nothing of them is told on a device where somebody has agreed', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'analytics', value: 'granted', url: baseURL ?? '' }]);
  await signInByApi(context, baseURL ?? '', 'child');
  const told = listenToTold(context);
  await open(page, '/');
  await expect(new AnalyticsRequest(page).card).toBeHidden();
  await lookAround(page);
  await leave(page);
  await open(page, '/privacy_policy');
  await expect(page.getByText('12歳以下の方としてログインしているため、計測していません。')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await context.clearCookies({ name: 'analytics' });
  await open(page, '/');
  await expect(new AnalyticsRequest(page).card).toBeHidden();
  await leave(page);
  expect(told).toEqual([]);
});

test('consent is taken back in the policy and in the settings', async ({ page, context, baseURL }) => {
  await (await ApiPerson.newcomer(baseURL ?? '')).useIn(context);
  await open(page, '/');
  await new AnalyticsRequest(page).agree.click();
  const consent = page.getByRole('switch', { name: /この端末での計測に同意する/ });
  await open(page, '/privacy_policy#analytics');
  await expect(consent).toBeChecked();
  await consent.click();
  await expect(consent).not.toBeChecked();
  await open(page, '/settings');
  await expect(consent).not.toBeChecked();
  await consent.click();
  await expect(consent).toBeChecked();
  await consent.click();
  const told = listenToTold(context);
  await new Chrome(page).bell.click();
  await expect(page).toHaveURL(/\/notifications/);
  await leave(page);
  expect(told).toEqual([]);
});

test('nobody is asked in a classroom, at sign-in or where there is only content', async ({ page }) => {
  const { card } = new AnalyticsRequest(page);
  await open(page, '/');
  await expect(card).toBeVisible();
  for (const path of ['/signin', '/law?content_only=true']) {
    await page.goto(path);
    await expect(
      page.getByRole('main').getByRole('heading').or(page.getByRole('tablist')).filter({ visible: true }).first(),
    ).toBeVisible();
    await expect(card).toBeHidden();
  }
  await open(page, '/classrooms');
  await new ListPage(page, '/classrooms').firstLink.click();
  await expect(page).toHaveURL(/\/classrooms\/./);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card).toBeHidden();
});

test('the card covers nothing for good and moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/aud/terms_of_use');
  const { card, refuse } = new AnalyticsRequest(page);
  await expect(card).toBeVisible();
  const note = new Chrome(page).footer.getByText('© 2026 まなびば');
  await note.scrollIntoViewIfNeeded();
  await new Chrome(page).footer.getByRole('link', { name: 'ヘルプセンター' }).click({ trial: true });
  const last = page.getByRole('main').getByRole('link').last();
  await last.click({ trial: true });
  const heading = page.getByRole('heading', { level: 1 });
  const placeInPage = () => heading.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const before = await placeInPage();
  await refuse.click();
  await expect(card).toBeHidden();
  expect(await placeInPage()).toBe(before);
});

test('staff see what was done counted by name and step, and nobody else does', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const staff = await anotherBrowser(browser);
  await signInByApi(staff.context, baseURL ?? '', 'staff');
  const row = staff.page.getByRole('region', { name: '操作ごと' }).getByRole('row').filter({ hasText: 'view_plans' });
  const person = await ApiPerson.newcomer(baseURL ?? '');
  await person.must('POST', '/analytics_events', { events: [{ name: 'view_plans', label: 'PurchaseEvent' }] });
  await staff.page.goto('/status/analytics');
  await expect(staff.page.getByRole('heading', { level: 1, name: '利用状況' })).toBeVisible();
  const counted = async () => Number((await row.getByRole('cell').nth(3).innerText()).replaceAll(',', ''));
  const before = await counted();
  expect(before).toBeGreaterThan(0);
  await person.must('POST', '/analytics_events', { events: [{ name: 'view_plans', label: 'PurchaseEvent' }] });
  await staff.page.reload();
  expect(await counted()).toBeGreaterThan(before);
  await expect(staff.page.getByRole('region', { name: '日ごと' }).getByRole('row')).toHaveCount(31);
  await staff.context.close();

  await person.useIn(context);
  const answer = await page.request.get('/status/analytics');
  expect(answer.status()).toBe(404);
  expect((await person.call('GET', '/staff/analytics')).status).toBe(403);
});
