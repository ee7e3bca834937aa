import { refusal } from '../fixtures/complaints';
import { anOpenEvent } from '../fixtures/database/open-event';
import { mailedPath } from '../fixtures/mails';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { holdClasses } from '../fixtures/series';
import { accessibilityFindings, anotherBrowser } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { SeriesPage } from '../pages/series-page';
import { TeamPart } from '../pages/team-part';

// On a product of its own, because other specs count the events and mails of the demo.

test.describe.configure({ timeout: 180_000 });

test('an owner lets somebody receive the participants, reads that in the log, and removes them', async ({
  page,
  context,
  browser,
  product,
  complaints,
}) => {
  const { host, eventId } = await anOpenEvent(product, { price: 0 });
  const guest = await aVerifiedPerson(product, { nickname: '参加 花子' });
  await guest.api.must('POST', `/me/events/${eventId}/participation`, {});
  const helper = await aVerifiedPerson(product, { nickname: '受付 太郎' });
  await host.useIn(context);
  const owning = new TeamPart(page);
  const elsewhere = await anotherBrowser(browser);
  await helper.api.useIn(elsewhere.context);
  const helping = new TeamPart(elsewhere.page);

  await test.step('the owner invites for the reception', async () => {
    await owning.open(eventId);
    await owning.invite(helper.email, '受付');
    await expect(owning.members.getByRole('listitem').filter({ hasText: helper.email })).toContainText('招待中');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  await test.step('the invited accepts from the mail, and sees what the reception needs', async () => {
    const path = await mailedPath(product, helper.email, '運営メンバーへのご招待');
    await elsewhere.page.goto(product.url + path);
    await expect(elsewhere.page.getByText('夜空の写真を撮る')).toBeVisible();
    expect(await accessibilityFindings(elsewhere.page)).toEqual([]);
    await helping.accept.click();
    await expect(helping.tabs).toHaveText([/^参加者/, '運営メンバー']);
    await expect(helping.participants.getByRole('columnheader', { name: '受付' })).toBeVisible();
    await expect(helping.participants.getByRole('columnheader', { name: 'お支払い' })).toHaveCount(0);
    expect((await helper.api.call('GET', `/org/events/${eventId}/sales`)).status).toBe(403);
  });

  await test.step('they check somebody in', async () => {
    await helping.checkIn(guest.nickname);
    await expect(helping.checkedIn(guest.nickname)).toBeVisible();
  });

  await test.step('the owner reads it in the log and removes them', async () => {
    // The answer to the next request of the member's open page.
    complaints.allow(refusal(404, '/v1/org/events/'));
    await page.reload();
    await expect(owning.log.getByRole('listitem').first()).toContainText('受付 太郎参加 花子さんの受付をしました');
    await owning.remove(helper.nickname);
    await expect(owning.members).not.toContainText(helper.nickname);
  });

  await test.step('the page that they have open says so', async () => {
    await expect(helping.removed).toBeVisible({ timeout: 30_000 });
  });
  await elsewhere.context.close();
});

test('a host of a series lets somebody edit it, who adds a date and reads who attended; then removes them', async ({
  page,
  context,
  browser,
  product,
}) => {
  const host = await aVerifiedPerson(product, { nickname: '講師 花子' });
  const guest = await aVerifiedPerson(product, { nickname: '参加 花子' });
  const helper = await aVerifiedPerson(product, { nickname: '運営 太郎' });
  const { categories } = await host.api.must('GET', '/categories');
  const startAt = new Date(Date.now() + 86_400_000).toISOString();
  const over = await host.api.createRoom({ startAt, name: '太陽はなぜ光るのか' });
  await host.api.createRoom({ startAt, name: '惑星の動き' });
  await holdClasses(host.api, guest.api, [over]);
  const texts = { title: '星を学ぶ連続講座', categoryId: categories[0].id };
  const { id } = await host.api.must('POST', '/series', { ...texts, classroomIds: [over] });
  await host.api.useIn(context);
  const owning = new TeamPart(page);
  const elsewhere = await anotherBrowser(browser);
  await helper.api.useIn(elsewhere.context);
  const helping = new TeamPart(elsewhere.page);
  const series = new SeriesPage(elsewhere.page);

  await test.step('the host invites from the page of the series', async () => {
    await page.goto(`/series/${id}`);
    await page.getByRole('link', { name: '運営メンバー' }).click();
    await owning.invite(helper.email, '編集', '出席');
    await expect(owning.members.getByRole('listitem').filter({ hasText: helper.email })).toContainText('招待中');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  await test.step('the invited accepts from the mail and adds a date', async () => {
    const path = await mailedPath(product, helper.email, '運営メンバーへのご招待');
    await elsewhere.page.goto(product.url + path);
    await expect(elsewhere.page.getByText('星を学ぶ連続講座')).toBeVisible();
    await helping.accept.click();
    await series.addDate('惑星の動き');
    await expect(series.main.getByText('第2回')).toBeVisible();
    await expect(series.end).toHaveCount(0);
  });

  await test.step('they read who attended', async () => {
    await series.main.getByRole('link', { name: '「太陽はなぜ光るのか」の出席の記録' }).click();
    await expect(series.main.getByText(guest.nickname)).toBeVisible();
  });

  await test.step('the host reads it in the log and removes them, which their page says', async () => {
    await helping.openOfSeries(id);
    await expect(helping.log).toBeVisible();
    await page.reload();
    await expect(owning.log.getByRole('listitem').first()).toContainText('運営 太郎「惑星の動き」を追加しました');
    await owning.remove(helper.nickname);
    await expect(owning.members).not.toContainText(helper.nickname);
    await expect(helping.notInSeries).toBeVisible({ timeout: 30_000 });
  });
  await elsewhere.context.close();
});
