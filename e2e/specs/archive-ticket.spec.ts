import { demoArchive } from '../fixtures/archives/demo-archives';
import { databaseOf } from '../fixtures/database/database';
import { expect } from '../fixtures/patient-expect';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { ArchivePage } from '../pages/archive-page';

test.describe.configure({ timeout: 180_000 });

/** Sells the archive of a past event for 1,200 yen. Its price is written into the database: setting one takes a registration for payouts. */
async function sell(eventId: string): Promise<void> {
  const client = await databaseOf(sharedProduct);
  try {
    await client.query(
      `insert into ticket_types (id, event_id, name, kind, price, tax_rate, sale_start_at, sale_end_at)
       values ($1, $2, 'アーカイブ視聴', 'archive', 1200, 10, now(), '9999-12-31') on conflict do nothing`,
      [`tkt_of_${eventId}`, eventId],
    );
  } finally {
    await client.end();
  }
}

test('someone who missed an event buys its archive and watches it', async ({ page, request }) => {
  const archive = await demoArchive(request, 'ticket');
  await sell(archive.sourceId);
  const { api: buyer } = await aVerifiedPerson(sharedProduct);
  await buyer.useIn(page.context());
  const screen = new ArchivePage(page);

  await test.step('the page of the event leads to the ticket for its archive', async () => {
    await page.goto(`/events/${archive.sourceId}`);
    await expect(page.getByRole('link', { name: '視聴チケットを購入' }).first()).toBeVisible();
  });

  await test.step('so does the locked archive', async () => {
    await screen.open(archive.id);
    await expect(screen.firstPlay).toHaveCount(0);
    await page.getByRole('link', { name: '視聴チケットを購入' }).click();
  });

  await test.step('a card pays for it', async () => {
    const card = page.frameLocator('iframe[title="カード"]');
    await card.getByLabel('カード番号').fill('4242424242424242');
    await card.getByLabel('有効期限').fill('12 / 34');
    await card.getByLabel('セキュリティコード').fill('123');
    await page.getByRole('button', { name: '1,200円を支払う' }).click();
    await expect(page.getByRole('heading', { name: 'お支払いが完了しました。' })).toBeVisible();
  });

  await test.step('the archive plays', async () => {
    await page.getByRole('link', { name: '視聴する' }).click();
    await screen.firstPlay.click();
    await expect.poll(() => screen.position()).toBeGreaterThan(1);
  });

  await test.step('the ticket is listed with its own kind, and cannot be cancelled any more', async () => {
    await page.goto('/tickets?tab=archive');
    await expect(page.getByRole('link', { name: /視聴する/ })).toBeVisible();
    const { status } = await buyer.call('GET', `/me/events/${archive.sourceId}/cancellation`);
    expect(status).toBe(409);
  });
});
