import type { Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { translate } from '../fixtures/pages/translation';
import { demoEmail, demoPassword } from '../fixtures/people';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { expect, signInByApi, test } from '../fixtures/test';
import { inAnHour } from '../fixtures/time';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { inFullUnless } from '../level';
import { followButton } from '../pages/account/follow-button';
import { ProfileSettingsPage } from '../pages/account/profile-settings-page';
import { SettingsPage } from '../pages/account/settings-page';
import { SignInPage } from '../pages/account/sign-in-page';
import { Chrome } from '../pages/chrome';
import { ClassroomPage } from '../pages/classroom-page';
import { CreateDialog } from '../pages/create-dialog';
import { EventsPage } from '../pages/events-page';
import { isMainPage, openWhole, pagesForAnyone, pagesForProfessional, pagesForStaff } from '../pages/every-page';
import { RoomPage } from '../pages/room-page';
import { StaffReports } from '../pages/staff/reports';

// The last tests open many pages.
test.describe.configure({ timeout: 240_000 });

// Any error that React throws for a node that it does not find is an error on the console, which fails the test.

async function openTranslated(page: Page, path: string) {
  await openWhole(page, path);
  await translate(page);
}

const expectNoFailedPart = (page: Page) => expect(page.getByText(/表示できませんでした/)).toHaveCount(0);

/** Opens the confirmation of a decision, and decides nothing. */
async function openDecision(page: Page) {
  await new StaffReports(page).button('対応しない').click();
  const dialog = page.getByRole('dialog', { name: '対応せずに終えますか' });
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await expect(dialog).toBeHidden();
  await expectNoFailedPart(page);
}

test('a user of a translated page is refused, signs in, opens menus and signs out', async ({ page, complaints }) => {
  complaints.allow(refusal(401, '/auth/signin'));
  const signIn = new SignInPage(page);
  const chrome = new Chrome(page);
  await signIn.open();
  await settled(page);
  await translate(page);
  await signIn.signIn(demoEmail('adult'), 'wrong-password');
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
  await signIn.signIn(demoEmail('adult'), demoPassword);
  await expect(chrome.userMenuButton).toBeVisible();
  await settled(page);
  await translate(page);
  await chrome.openLatest();
  await page.keyboard.press('Escape');
  await chrome.openUserMenu();
  await page.keyboard.press('Escape');
  await chrome.signOut();
  await expect(chrome.signInLink).toBeVisible();
});

test('a user of translated pages follows, comments, filters and saves settings', async ({ page, context, request }) => {
  const person = await aVerifiedPerson(sharedProduct);
  await person.api.useIn(context);
  // Of the demo: the last one may be of another test, whose host goes.
  const host = await ApiPerson.demo(sharedProduct.url, 'host');
  const { items } = (await (await request.get(`/v1/classrooms?state=ended&userId=${host.id}&limit=1`)).json()) as {
    items: { id: string; host: { nickname: string } }[];
  };
  const [ended] = items;

  await openTranslated(page, `/classrooms/${ended?.id}`);
  const { follow, following } = followButton(page, ended?.host.nickname ?? '');
  await follow.first().click();
  await following.first().click();
  await expect(follow.first()).toBeVisible();
  await new ClassroomPage(page).comment('翻訳された画面から送ります。');
  await expect(page.getByText('翻訳された画面から送ります。').last()).toBeVisible();

  await openTranslated(page, '/events');
  const events = new EventsPage(page);
  await events.show('終了・中止');
  await events.show('開催予定');
  await events.chip('無料').click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();

  const settings = new SettingsPage(page);
  await settings.open();
  await translate(page);
  await settings.changePassword(person.password, 'momiji-no-ki-8');
  await expect(settings.password.getByText('変更を保存しました。')).toBeVisible();
});

test('a user of translated pages reserves, opens a form, reads notifications and saves the profile', async ({
  page,
  context,
}) => {
  const [person, host] = await Promise.all([aVerifiedPerson(sharedProduct), ApiPerson.newcomer(sharedProduct.url)]);
  const id = await host.createRoom({ startAt: inAnHour() });
  await person.api.useIn(context);

  const classroom = new RoomPage(page);
  await openTranslated(page, `/classrooms/${id}`);
  await classroom.reserve.click();
  await expect(classroom.cancelReservation).toBeVisible();
  await expectNoFailedPart(page);
  await host.must('DELETE', `/classrooms/${id}`);

  await openTranslated(page, '/');
  await new Chrome(page).createButton.click();
  const { dialog } = new CreateDialog(page);
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await expect(dialog).toBeHidden();
  await expectNoFailedPart(page);

  await expect.poll(async () => (await person.api.must('GET', '/me/notifications')).items).not.toEqual([]);
  await openTranslated(page, '/notifications');
  const readAll = page.getByRole('button', { name: 'すべて既読にする' });
  await readAll.click();
  await expect(readAll).toBeHidden();
  await expectNoFailedPart(page);

  const profile = new ProfileSettingsPage(page);
  await openTranslated(page, '/profile_settings');
  await profile.introduction.fill('翻訳された画面で書きました。');
  await profile.save.click();
  await expect(profile.saved).toBeVisible();
  await expectNoFailedPart(page);
});

for (const isMain of [true, false])
  test(
    `${isMain ? 'main' : 'other'} pages survive translation, and navigation from them`,
    inFullUnless(isMain),
    async ({ page, context, request, complaints }) => {
      complaints.allow(refusal(404, '/no/such/page'));
      complaints.allow(refusal(404, '/(classrooms/cls|events/evt)_missing'));
      // Another user's event.
      complaints.allow(refusal(404, '/v1/org/events/evt'));
      const open = async (path: string) => {
        await openTranslated(page, path);
        await page.getByRole('link', { name: 'まなびば', exact: true }).first().click();
        await expect(page, `navigation from ${path}`).toHaveURL(/:\d+\/$/);
      };
      for (const path of (await pagesForAnyone(request)).filter((each) => isMainPage(each) === isMain))
        await open(path);
      await (await aVerifiedPerson(sharedProduct)).api.useIn(context);
      for (const path of (await pagesForProfessional(request)).filter((each) => isMainPage(each) === isMain))
        await open(path);
    },
  );

test('pages of staff survive translation, and a decision', { tag: '@full' }, async ({ page, context }) => {
  await signInByApi(context, sharedProduct.url, 'staff');
  for (const path of pagesForStaff) {
    await openTranslated(page, path);
    if (path === '/staff/reports') await openDecision(page);
    await page.getByRole('link', { name: 'まなびば', exact: true }).first().click();
    await expect(page, `navigation from ${path}`).toHaveURL(/:\d+\/$/);
  }
});
