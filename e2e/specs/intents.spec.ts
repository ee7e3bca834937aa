import type { Locator } from '@playwright/test';
import { millisecondsInDay } from 'date-fns/constants';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { countClicks } from '../fixtures/count-clicks';
import { expect } from '../fixtures/patient-expect';
import { aNewPerson } from '../fixtures/people';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import { ProfilePage } from '../pages/account/profile-page';
import { SignInPage } from '../pages/account/sign-in-page';
import { Chrome } from '../pages/chrome';
import { RoomPage } from '../pages/room-page';

/** The vertical distance between two elements, the upper one first, in pixels. */
async function distance(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()]);
  if (!above || !below) throw new Error('An element has no box');
  return below.y - above.y - above.height;
}

// An action that a visitor started before sign-in is completed afterwards.

const { url } = sharedProduct;
test.describe.configure({ timeout: 90_000 });
// Pages query the current user before a session exists.
test.beforeEach(({ complaints }) => complaints.allow(refusal(401, '/v1/'), refusal(409, '/v1/user/signin/anonymous')));

test('a visitor who wanted to reserve gets the reservation after sign-in, and can cancel it', async ({ page }) => {
  const person = aNewPerson();
  const [host, reserver] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url, person)]);
  const id = await host.createRoom({
    name: '予約される教室',
    startAt: new Date(Date.now() + millisecondsInDay).toISOString(),
  });
  const [classroom, signIn, chrome] = [new RoomPage(page), new SignInPage(page), new Chrome(page)];
  await classroom.open(id);
  await page.getByRole('link', { name: 'ログインして予約する' }).filter({ visible: true }).first().click();
  const notice = page.locator('[data-tone]').filter({ hasText: 'ログインすると、「予約される教室」を予約します。' });
  await expect(notice).toBeVisible();
  expect(await distance(notice, page.getByText('メールアドレス', { exact: true }))).toBeGreaterThanOrEqual(12);
  await signIn.signIn(person.email, person.password);
  await expect(chrome.toast('「予約される教室」を予約しました。')).toBeVisible();
  await expect(page).toHaveURL(`/classrooms/${id}`);
  await expect(classroom.cancelReservation).toBeVisible();
  expect(await reserver.must('GET', `/classrooms/${id}`)).toMatchObject({ isReserved: true });
  await classroom.cancelReservation.click();
  await expect(classroom.reserve).toBeVisible();
  await expect.poll(() => reserver.must('GET', `/classrooms/${id}`)).toMatchObject({ isReserved: false });
});

test('a visitor without an account has reserved after six clicks', { tag: '@full' }, async ({ page }) => {
  const host = await ApiPerson.newcomer(url);
  const id = await host.createRoom({
    name: 'はじめて予約する教室',
    startAt: new Date(Date.now() + millisecondsInDay).toISOString(),
  });
  const [classroom, signIn, chrome] = [new RoomPage(page), new SignInPage(page), new Chrome(page)];
  const clicks = await countClicks(page);
  await classroom.open(id);
  await page.getByRole('link', { name: 'ログインして予約する' }).filter({ visible: true }).first().click();
  await page.getByRole('tab', { name: '新規登録' }).click();
  await signIn.signUp(aNewPerson());
  await expect(chrome.toast('「はじめて予約する教室」を予約しました。')).toBeVisible();
  await expect.poll(() => host.must('GET', `/classrooms/${id}`)).toMatchObject({ reservedCount: 1 });
  expect(clicks()).toBe(6);
});

test(
  'a visitor who wanted to follow a user does so after sign-up, and can undo it at once',
  { tag: '@full' },
  async ({ page }) => {
    const host = await ApiPerson.newcomer(url);
    const person = aNewPerson();
    const [profile, signIn, chrome] = [new ProfilePage(page), new SignInPage(page), new Chrome(page)];
    await profile.open(host.id);
    await page.getByRole('link', { name: `ログインして${host.nickname}さんをフォローする` }).click();
    await page.getByRole('tab', { name: '新規登録' }).click();
    await expect(page.getByText(`登録すると、${host.nickname}さんをフォローします。`)).toBeVisible();
    await signIn.signUp(person);
    const toast = chrome.toast(`${host.nickname}さんをフォローしました。`);
    await expect(toast).toBeVisible();
    await expect.poll(() => host.must('GET', `/users/${host.id}`)).toMatchObject({ followerCount: 1 });
    await toast.getByRole('button', { name: '元に戻す' }).click();
    await expect.poll(() => host.must('GET', `/users/${host.id}`)).toMatchObject({ followerCount: 0 });
    await profile.open(host.id);
    await expect(profile.follow).toBeVisible();
  },
);
