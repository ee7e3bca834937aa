import { tz } from '@date-fns/tz';
import type { Page } from '@playwright/test';
import { addDays, startOfDay } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import { ApiPerson } from '../fixtures/api-person';
import type { Complaints } from '../fixtures/complaints';
import { shiftsOf, watchShifts } from '../fixtures/pages/layout-findings';
import { checkoutPath, guestTicketPath } from '../fixtures/purchases';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { expect, test } from '../fixtures/test';
import { listsOfRemotes, pagesOfThings } from '../pages/every-page';

// Each test opens every public page of the remotes.
test.describe.configure({ timeout: 240_000 });

test(
  'a page that arrives on the next day hydrates without a message',
  { tag: '@full' },
  async ({ page, complaints, request }) => {
    await page.clock.setSystemTime(startOfDay(addDays(Date.now(), 1, { in: tz('Asia/Tokyo') })));
    for (const path of [...listsOfRemotes, ...(await pagesOfThings(request))]) {
      await openRendered(page, path);
      expectCalm(complaints, path);
    }
  },
);

test(
  'checkout and the ticket of a guest hydrate without a message on a device whose clock is wrong',
  { tag: '@full' },
  async ({ page, complaints }) => {
    await page.clock.setSystemTime(Date.now() + millisecondsInDay / 24);
    for (const path of [await checkoutPath(sharedProduct), await guestTicketPath(sharedProduct)]) {
      await openRendered(page, path);
      expectCalm(complaints, path);
    }
  },
);

test(
  'signed-in pages start from the anonymous render, hydrate without a warning or a shift, and show personal content',
  { tag: '@full' },
  async ({ page, context, complaints, request }) => {
    const person = await ApiPerson.newcomer(sharedProduct.url);
    const { items } = await person.must('GET', '/classrooms?state=scheduled&limit=50');
    // Not the first one, whose page is opened below: it lists everyone who has reserved.
    const classroom = (items as { id: string; allUsers: boolean }[]).findLast(({ allUsers }) => allUsers);
    await person.must('POST', `/classrooms/${classroom?.id}/reservations`, {});
    await person.useIn(context);
    await watchShifts(page);
    const lists = ['/', '/classrooms', '/professionals'];
    for (const path of [...lists, ...(await pagesOfThings(request))]) {
      const html = await openRendered(page, path);
      const rendered = /<!--part .*<!--\/part-->/s.exec(html)?.[0] ?? '';
      expect.soft(rendered, path).not.toContain(person.nickname);
      expectCalm(complaints, path);
      const { sum, moved } = await shiftsOf(page);
      expect.soft(sum, `${path} moved: ${moved.join('\n')}`).toBeLessThan(0.02);
    }
    const html = await openRendered(page, `/classrooms/${classroom?.id}`);
    expect(html).toContain('>ログインして予約する<');
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: '予約を取り消す' })).toBeVisible();
    await expect(main.getByText('予約済みです。')).toBeVisible();
    await expect(main.getByText('ログインして予約する')).toHaveCount(0);
    expectCalm(complaints, 'a reserved classroom');
  },
);

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test(
    'the content of every public page is in its HTML, first in the time of Japan, then in the own one, and hydrates without a message',
    { tag: '@full' },
    async ({ page, context, complaints, request }) => {
      const paths = [...listsOfRemotes, ...(await pagesOfThings(request))];
      for (const path of paths) {
        await context.clearCookies({ name: 'timezone' });
        for (const zone of ['Asia/Tokyo', 'America/New_York']) {
          const html = await openRendered(page, path);
          expect.soft(/"timeZone":"([^"]+)"/.exec(html)?.[1], path).toBe(zone);
          const heading = page.getByRole('main').getByRole('heading').filter({ visible: true }).first();
          expect.soft(textOf(html), path).toContain(await heading.textContent());
          expectCalm(complaints, path);
        }
      }
    },
  );

  test(
    'the time of an event says that it is that of Japan, until its zone is known',
    { tag: '@full' },
    async ({ page, request }) => {
      const { items } = (await (await request.get('/v1/events?limit=1')).json()) as { items: { id: string }[] };
      await openRendered(page, `/events/${items[0]?.id}`);
      const main = page.getByRole('main');
      await expect(main.getByText('日本時間').first()).toBeVisible();
      await openRendered(page, `/events/${items[0]?.id}`);
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(main.getByText('日本時間')).toHaveCount(0);
    },
  );
});

/**
 * Opens a page that the server has rendered, and returns its HTML. A renderer that has just started, and a busy
 * machine, are late: such a page is opened again. It has no time zone.
 */
async function openRendered(page: Page, path: string): Promise<string> {
  let html = '';
  await expect(async () => {
    html = (await (await page.goto(path))?.text()) ?? '';
    expect(html).toContain('"drawn":[{');
  }).toPass();
  await settled(page);
  return html;
}

function expectCalm(complaints: Complaints, path: string): void {
  expect.soft(complaints.recent(), `messages of ${path}`).toEqual([]);
}

/** The text that HTML shows, as far as headings have it. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
