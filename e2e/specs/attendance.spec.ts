import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { layoutFindings, shiftsOf, smallTargets, watchShifts } from '../fixtures/pages/layout-findings';
import { expect } from '../fixtures/patient-expect';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { accessibilityFindings, test } from '../fixtures/test';
import { AttendancePage } from '../pages/attendance-page';

test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;

/** Creates a classroom attended by a user whose name a spreadsheet would execute as a formula. */
async function aClassWithAttendance() {
  const host = await ApiPerson.newcomer(url);
  const guest = await ApiPerson.newcomer(url, { nickname: '=1+1,"花子"' });
  const id = await host.createRoom({ name: '入門/統計' });
  for (const person of [host, guest]) await person.join(id);
  return { host, guest, id };
}

test('the host opens the attendance list of a live classroom in a new tab', async ({ browser }) => {
  const { host, guest, id } = await aClassWithAttendance();
  // The browser counts as another device.
  await host.must('DELETE', `/classrooms/${id}/leave`);
  const hosting = await inRoom(browser, host, id);
  await hosting.showPeople();
  const [opened] = await Promise.all([hosting.page.context().waitForEvent('page'), hosting.attendance.click()]);
  const attendance = new AttendancePage(opened);
  await expect(attendance.heading).toBeVisible();
  await expect(attendance.person(host.nickname)).toContainText('ホスト');
  await expect(attendance.person(guest.nickname)).toContainText('参加中');
  await expect(hosting.stage).toBeVisible();
  await hosting.page.context().close();
});

test('after the classroom the host downloads the list for a spreadsheet, without executable names', async ({
  browser,
}) => {
  const { host, guest, id } = await aClassWithAttendance();
  await host.must('DELETE', `/classrooms/${id}`);
  const visitor = await browserOf(browser, host);
  await visitor.open(id);
  await visitor.attendance.filter({ visible: true }).click();
  const attendance = new AttendancePage(visitor.page);
  await expect(attendance.person(guest.nickname)).toContainText(/\d+:\d\d.*\d+:\d\d.*1分未満/);

  const { name, bytes } = await attendance.download();
  expect(name).toMatch(/^出席_入門 統計_\d{4}-\d\d-\d\d\.csv$/);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows = bytes.subarray(3).toString('utf8').split('\r\n');
  const moment = String.raw`\d{4}/\d\d/\d\d \d\d:\d\d`;
  expect(rows).toEqual([
    '名前,役割,入室,退出,参加時間(分),グループ',
    expect.stringMatching(new RegExp(`^${host.nickname},ホスト,${moment},${moment},0,$`)),
    expect.stringMatching(new RegExp(`^"'=1\\+1,""花子""",(スピーカー|リスナー),${moment},${moment},0,$`)),
    '',
  ]);
  await visitor.page.context().close();
});

test('only the host can see the attendance list', { tag: '@full' }, async ({ browser, page, complaints }) => {
  complaints.allow(refusal(403, '/attendance'));
  const { guest, id } = await aClassWithAttendance();
  const visitor = await browserOf(browser, guest);
  const attendance = new AttendancePage(visitor.page);
  await attendance.open(id);
  await expect(visitor.obstacle('この操作を行う権限がありません。')).toBeVisible();
  await expect(attendance.table).toHaveCount(0);
  await new AttendancePage(page).open(id);
  await expect(page).toHaveURL(/\/signin\?next=/);
  await visitor.page.context().close();
});

for (const size of [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(
    `the list fits a screen of ${size.width} px without layout shifts and is accessible`,
    { tag: '@full' },
    async ({ browser }) => {
      const { host, id } = await aClassWithAttendance();
      const { page } = await browserOf(browser, host);
      await page.setViewportSize(size);
      await watchShifts(page);
      const attendance = new AttendancePage(page);
      await attendance.open(id);
      await expect(attendance.table).toBeVisible();
      await settled(page);
      expect(await layoutFindings(page)).toEqual([]);
      if (size.width < 1000) expect(await smallTargets(page)).toEqual([]);
      expect(await accessibilityFindings(page)).toEqual([]);
      expect((await shiftsOf(page)).sum).toBeLessThan(0.05);
      await page.context().close();
    },
  );
}
