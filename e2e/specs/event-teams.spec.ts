import { refusal } from '../fixtures/complaints';
import { anOpenEvent } from '../fixtures/database/open-event';
import { mailedPath } from '../fixtures/mails';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { accessibilityFindings, anotherBrowser } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
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
    // What the open page of the member is told when it asks again.
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
