import { anOpenEvent } from '../fixtures/database/open-event';
import { expect } from '../fixtures/patient-expect';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { SeriesPage } from '../pages/series-page';

test.describe.configure({ timeout: 120_000 });

test('somebody buys two paid dates of a series at once, with its discount, and gives one of them back', async ({
  page,
  context,
}) => {
  const first = await anOpenEvent(sharedProduct);
  const second = await anOpenEvent(sharedProduct);
  const { host } = first;
  const { categories } = await host.must('GET', '/categories');
  const { id } = await host.must('POST', '/series', {
    title: '夜空の写真 2回講座',
    categoryId: categories[0].id,
    discountPercent: 10,
    classroomIds: [first.roomId, second.roomId],
  });
  const { api: buyer } = await aVerifiedPerson(sharedProduct);
  await buyer.useIn(context);
  const series = new SeriesPage(page);

  await test.step('the page of the series shows what both cost together', async () => {
    await page.goto(`/series/${id}`);
    await expect(series.main.getByText('2,700円')).toBeVisible();
    await series.buyAll.click();
    await page.waitForURL(`**/series/${id}/checkout`);
  });

  await test.step('one payment by card buys both', async () => {
    const card = page.frameLocator('iframe[title="カード"]');
    await card.getByLabel('カード番号').fill('4242424242424242');
    await card.getByLabel('有効期限').fill('12 / 34');
    await card.getByLabel('セキュリティコード').fill('123');
    await page.getByRole('button', { name: '2,700円を支払う' }).click();
    await expect(page.getByRole('heading', { name: /2回分のチケットを購入しました/ })).toBeVisible();
  });

  await test.step('each is a ticket of its own', async () => {
    const mine = async (eventId: string) => (await buyer.must('GET', `/events/${eventId}`)).myParticipation;
    expect(await mine(first.eventId)).toMatchObject({ state: 'confirmed', amount: 1350, discount: 150 });
    await buyer.must('DELETE', `/me/events/${first.eventId}/participation`);
    expect(await mine(second.eventId)).toMatchObject({ state: 'confirmed' });
    await page.goto(`/series/${id}`);
    await expect(series.main.getByText('ほかの回は、申込済み1回です。')).toBeVisible();
  });
});
