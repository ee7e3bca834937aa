import { expect } from '../fixtures/patient-expect';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { accessibilityFindings, anotherBrowser, signInByApi, test } from '../fixtures/test';
import { Chrome } from '../pages/chrome';
import { StaffAnnouncements } from '../pages/staff/announcements';

test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;

test('an announcement goes from the screen of the staff to the bell of a pupil, and the staff sees why', async ({
  browser,
  page,
  context,
}) => {
  const title = `学校の皆さんへ ${Date.now()}`;
  await signInByApi(context, url, 'school');
  const chrome = new Chrome(page);
  await page.goto('/notifications');
  // Only a loaded bell shows that nothing is unread.
  await settled(page);
  await expect(chrome.bell).toHaveAccessibleName('お知らせ');

  const staff = await anotherBrowser(browser, { baseURL: url });
  await signInByApi(staff.context, url, 'staff');
  const announcements = new StaffAnnouncements(staff.page);
  await announcements.open();
  await announcements.chooseAudience('学校の生徒');
  await expect(announcements.reach).toBeVisible();
  await announcements.write({ title, body: '窓口は休みです。' });
  expect(await accessibilityFindings(staff.page)).toEqual([]);
  await announcements.send();
  await expect(announcements.sent(title)).toContainText('学校の生徒');

  // The first connection of a browser also loads its code.
  await expect(chrome.bell).toHaveAccessibleName(/未読1件/, { timeout: 40_000 });
  await chrome.openLatest();
  await expect(chrome.latest).toContainText(title);

  const { id } = await (await context.request.get(`${url}/v1/me`)).json();
  await staff.page.goto(`/staff/people?q=${id}`);
  const received = staff.page.getByRole('group').filter({ hasText: title });
  await received.getByText(title).click();
  await expect(received).toContainText('一覧に保存');
  await expect(received).toContainText('メール');
  await staff.context.close();
});
