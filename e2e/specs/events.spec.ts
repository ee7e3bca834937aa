import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { expect, signInByApi, test } from '../fixtures/test';
import { EventsPage } from '../pages/events-page';

interface ListItem {
  items: { id: string; title: string; startAt: string; myParticipation: unknown; tickets: { price: number }[] }[];
}

/** 12月5日, in Japan. */
const dayOf = (moment: string) =>
  new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', month: 'long', day: 'numeric' }).format(new Date(moment));
const dateOf = (moment: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date(moment));

test('events are filtered by participation, and the URL keeps the filter', async ({ page }) => {
  await signInByApi(page.context(), sharedProduct.url, 'student');
  const { items } = (await (await page.request.get('/v1/events?limit=50')).json()) as ListItem;
  const own = items.filter(({ myParticipation }) => myParticipation).map(({ title }) => new RegExp(title));
  expect(own).not.toHaveLength(0);
  const events = new EventsPage(page);
  await page.goto('/events');
  await events.chip('申込済み').click();
  await expect(events.titles).toHaveText(own);
  await page.reload();
  await expect(events.titles).toHaveText(own);
  await expect(events.chip('申込済み')).toHaveAttribute('aria-pressed', 'true');
  await events.chip('すべて').click();
  await expect(events.titles).toHaveCount(items.length);
});

test(
  'the calendar is navigated by keyboard by days and months and leads to an event',
  { tag: '@full' },
  async ({ page }) => {
    const { items } = (await (await page.request.get('/v1/events?state=published&limit=50')).json()) as ListItem;
    const last = items.at(-1);
    if (!last) throw new Error('the demo has no event');
    const events = new EventsPage(page);
    const before = new Date(Date.parse(last.startAt) - 86_400_000).toISOString();
    await page.goto(`/events?view=month&date=${dateOf(before)}`);
    await events.day(dayOf(before)).focus();
    await page.keyboard.press('ArrowRight');
    await expect(events.day(dayOf(last.startAt))).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`date=${dateOf(last.startAt)}$`));
    await expect(events.chosenDay(dayOf(last.startAt))).toContainText(last.title);

    const shown = await events.month.textContent();
    await page.keyboard.press('PageUp');
    await expect(events.month).not.toHaveText(shown ?? '');
    await page.keyboard.press('PageDown');
    await expect(events.month).toHaveText(shown ?? '');
    await expect(events.grid.locator(':focus')).toHaveCount(1);

    // One Tab leaves the grid; the events of the day in the list below are next.
    await page.keyboard.press('Tab');
    const link = events.chosenDay(dayOf(last.startAt)).getByRole('link').first();
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/events\/evt_/);
    await page.goBack();
    await expect(events.chosenDay(dayOf(last.startAt))).toContainText(last.title);
  },
);

test('the month view shows the current day, moves on and returns to today', async ({ page }) => {
  const events = new EventsPage(page);
  await page.goto('/events');
  await events.show('月');
  await expect(events.today).toHaveCount(1);
  const today = await events.month.textContent();
  await events.click('次の月');
  await events.click('次の月');
  await expect(events.month).not.toHaveText(today ?? '');
  await events.click('今日');
  await expect(events.month).toHaveText(today ?? '');
  await settled(page);
  await events.show('一覧');
  await expect(events.titles.first()).toBeVisible();
});
