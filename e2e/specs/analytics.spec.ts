import type { BrowserContext, Page, Request } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { settled } from '../fixtures/settled';
import { anotherBrowser, expect, signInByApi, test } from '../fixtures/test';
import { AnalyticsRequest } from '../pages/analytics-request';
import { Chrome } from '../pages/chrome';
import { ListPage } from '../pages/list-page';

interface SentEvent {
  name: string;
  label: string;
}

const isEventCall = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/v1/analytics_events';

/** Records all analytics events that the pages of a browser send from now on. */
function listenToEvents(context: BrowserContext): SentEvent[] {
  const events: SentEvent[] = [];
  context.on('request', (request) => {
    if (isEventCall(request)) events.push(...(request.postDataJSON() as { events: SentEvent[] }).events);
  });
  return events;
}

/** Opens a page and waits until it is usable. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(new Chrome(page).main.getByRole('heading').filter({ visible: true }).first()).toBeVisible();
  await settled(page);
}

/** Makes the page send its queued events, as on leaving it. */
const leave = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')));

/** Navigates between pages without a full load. */
async function lookAround(page: Page) {
  await new Chrome(page).footer.getByRole('link', { name: '利用規約' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  await new Chrome(page).header.getByRole('link', { name: 'まなびば' }).click();
  await expect(page).toHaveURL(/\/$/);
}

test.describe.configure({ timeout: 90_000 });

test('no event is sent before consent or after a refusal, which is remembered', async ({ page, context }) => {
  const events = listenToEvents(context);
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
  expect(events).toEqual([]);
});

test('events of a visitor are sent after consent, labelled with the funnel step, and never twice in a row', async ({
  page,
  context,
}) => {
  const events = listenToEvents(context);
  const request = new AnalyticsRequest(page);
  await open(page, '/privacy_policy');
  await request.agree.click();
  await expect(request.card).toBeHidden();
  const header = new Chrome(page).header;
  // The top page follows the top page: the second view is a repetition.
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
    .poll(() => events)
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
  test(`labels the events of ${who} as ${label}`, { tag: '@full' }, async ({ page, context, baseURL }) => {
    await (await ApiPerson.newcomer(baseURL ?? '', { birthDate })).useIn(context);
    const events = listenToEvents(context);
    await open(page, '/');
    await new AnalyticsRequest(page).agree.click();
    await new Chrome(page).openInbox();
    await expect(page).toHaveURL(/\/notifications/);
    await leave(page);
    await expect.poll(() => events).toEqual([{ name: 'click_bell', label }]);
  });
}

test('events of a subscriber are labelled JoinEvent', { tag: '@full' }, async ({ page, context, baseURL }) => {
  await signInByApi(context, baseURL ?? '', 'subscriber');
  const events = listenToEvents(context);
  await open(page, '/');
  await new AnalyticsRequest(page).agree.click();
  await new Chrome(page).footer.getByRole('link', { name: '利用規約' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  await new Chrome(page).header.getByRole('link', { name: 'まなびば' }).click();
  await expect(page).toHaveURL(/\/$/);
  await leave(page);
  await expect.poll(() => events).toEqual([{ name: 'view_top', label: 'JoinEvent' }]);
});

test(
  'a child is not asked for consent, and sends no events on a device with consent',
  { tag: '@full' },
  async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'analytics', value: 'granted', url: baseURL ?? '' }]);
    await signInByApi(context, baseURL ?? '', 'child');
    const events = listenToEvents(context);
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
    expect(events).toEqual([]);
  },
);

test(
  'consent is withdrawn in the privacy policy and in the settings',
  { tag: '@full' },
  async ({ page, context, baseURL }) => {
    await (await ApiPerson.newcomer(baseURL ?? '')).useIn(context);
    await open(page, '/');
    await new AnalyticsRequest(page).agree.click();
    const consent = page.getByRole('switch', { name: /この端末での計測に同意する/ });
    await open(page, '/privacy_policy#analytics');
    await expect(consent).toBeChecked();
    await consent.click();
    await expect(consent).not.toBeChecked();
    await open(page, '/settings#analytics');
    await expect(consent).not.toBeChecked();
    await consent.click();
    await expect(consent).toBeChecked();
    await consent.click();
    const events = listenToEvents(context);
    await new Chrome(page).openInbox();
    await expect(page).toHaveURL(/\/notifications/);
    await leave(page);
    expect(events).toEqual([]);
  },
);

test(
  'consent is not requested in a classroom, at sign-in or on content_only pages',
  { tag: '@full' },
  async ({ page }) => {
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
  },
);

test(
  'the consent card never covers content for good and causes no layout shift',
  { tag: '@full' },
  async ({ page }) => {
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
  },
);

test('only staff see the event counts by name and step', async ({ page, context, browser, baseURL }) => {
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
  expect((await person.call('GET', '/staff/analytics')).status).toBe(404);
});
