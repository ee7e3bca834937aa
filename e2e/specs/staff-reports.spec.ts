import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { accessibilityFindings, anotherBrowser, signInByApi, test } from '../fixtures/test';
import { StaffReports } from '../pages/staff/reports';

test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;
const REASON = '教室で連絡先をたずねたためです。';
/** How long a suspended user may still see the live room, in milliseconds. */
const OUT_WITHIN_MS = 2000;

test('a report from the live room is settled by the staff, and the suspended user is out at once', async ({
  browser,
  complaints,
}) => {
  // The room's own calls are refused from the suspension on.
  complaints.allow(refusal(403, '/v1/'), refusal(401, '/v1/'));
  const [host, reported, reporter] = await Promise.all([
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
  ]);
  const id = await host.createRoom();
  await host.join(id);
  const [theirs, reporting] = [await inRoom(browser, reported, id), await browserOf(browser, reporter)];
  await reporting.enter(id);

  await test.step('a comment is reported', async () => {
    await reported.say(id, '連絡先を教えてください');
    await reporting.showComments();
    await reporting
      .comment('連絡先を教えてください')
      .getByRole('button', { name: `${reported.nickname}さんのコメントを通報する` })
      .click();
    await reporting.page.getByRole('dialog').getByText('個人情報の書き込み').click();
    await reporting.confirm('通報する');
  });

  const { context, page } = await anotherBrowser(browser, { baseURL: url });
  await signInByApi(context, url, 'staff');
  const reports = new StaffReports(page);
  await test.step('the staff sees the conversation as it was, and suspends', async () => {
    await reports.open(`${host.nickname}の教室`, reported.nickname);
    await expect(reports.evidence).toContainText('連絡先を教えてください');
    await expect(reports.seal).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
    await reports.button('利用を停止する').click();
    await expect(reports.reason).toBeFocused();
    await reports.reason.fill(REASON);
    await reports.button('利用を停止する').click();
    await reports.confirm('利用を停止する');
  });
  await expect(theirs.stage).toBeHidden({ timeout: OUT_WITHIN_MS });
  await expect(page.getByText('利用を停止しました。')).toBeVisible();

  await test.step('they read why, and the reporter hears that something was done', async () => {
    await theirs.page.reload();
    await expect(theirs.page.getByText(REASON)).toBeVisible();
    await expect(async () => {
      const { items } = await reporter.must('GET', '/me/notifications');
      expect(JSON.stringify(items)).toContain('通報への対応が終わりました');
    }).toPass();
  });
  await Promise.all([theirs.page, reporting.page, page].map((each) => each.context().close()));
});
