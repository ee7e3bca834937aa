import type { Page } from '@playwright/test';

import { aPaper } from '../fixtures/account/papers';
import { finishProfile, meIn } from '../fixtures/account/profile';
import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { caughtMails, mailedPath } from '../fixtures/mails';
import { aNewPerson, bornYearsAgo } from '../fixtures/people';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct as product } from '../fixtures/running-product';
import { expect, test } from '../fixtures/test';
import { GatePage } from '../pages/account/gate-page';
import { SettingsPage } from '../pages/account/settings-page';
import { SignInPage } from '../pages/account/sign-in-page';
import { SignUpPage } from '../pages/account/sign-up-page';
import { Chrome } from '../pages/chrome';
import { StaffReview } from '../pages/staff/review';

// Each of these users visits several pages and waits for mail.
test.describe.configure({ timeout: 90_000 });

const verification = 'メールアドレスの確認';
const verified = 'メールアドレスを確認しました';

function aNewPupil() {
  const { nickname, password, email } = aNewPerson();
  return {
    nickname,
    password,
    birthDate: bornYearsAgo(16),
    schoolCode: 'minato-hs',
    studentCode: email.replace(/@.*/, ''),
  };
}

/** Signs up and verifies the address through the mail. */
async function signUpAndVerify(page: Page, person: ReturnType<typeof aNewPerson>) {
  const signUp = new SignUpPage(page);
  await signUp.open();
  await signUp.chooseKind('一般・学生');
  await signUp.fillPerson(person);
  await signUp.goOn();
  await signUp.createByEmail(person);
  await expect(signUp.welcome(person.nickname)).toBeVisible();
  await expect(signUp.todo(verification)).toContainText(person.email);
  expect(await meIn(page)).toMatchObject({ state: 'email_unverified', fromFirebase: { emailVerified: false } });
  const owed = await signUp.todo('本人確認書類の提出').count();
  await page.goto(await mailedPath(product, person.email, verification));
  await new GatePage(page).button('メールアドレスを確認する').click();
  await expect(new GatePage(page).heading(verified)).toBeVisible();
  return { owesDocuments: owed > 0 };
}

test('an adult signs up, verifies the address through the mail and completes the profile', async ({ page }) => {
  const person = aNewPerson();
  expect(await signUpAndVerify(page, person)).toEqual({ owesDocuments: false });
  await expect(new GatePage(page).link('書類を提出する')).toHaveCount(0);
  expect(await meIn(page)).toMatchObject({
    state: 'active',
    isStudentAge: false,
    fromFirebase: { emailVerified: true },
  });
  await page.goto('/profile_settings');
  await finishProfile(page, person.nickname);
});

test('a student signs up and submits documents, which the staff return once and then approve', async ({
  page,
  browser,
}) => {
  const person = { ...aNewPerson(), birthDate: bornYearsAgo(20) };
  const settings = new SettingsPage(page);
  expect(await signUpAndVerify(page, person)).toEqual({ owesDocuments: true });
  expect(await meIn(page)).toMatchObject({ state: 'documents_required', isStudentAge: true });
  await new GatePage(page).link('書類を提出する').click();
  await expect(settings.identity.getByText('書類が必要です')).toBeVisible();
  await settings.handIn(settings.identity, { ...aPaper, name: '学生証.pdf' });
  await expect(settings.identity.getByText('確認中', { exact: true })).toBeVisible();

  const { page: desk } = await browserOf(browser, await ApiPerson.demo(product.url, 'staff'));
  const review = new StaffReview(desk);
  let reason = '';

  await test.step('returned documents: a mail, a notice, and only this page until new documents are submitted', async () => {
    await review.open(person.nickname);
    await expect(review.pdf).toBeVisible();
    await desk.keyboard.press('1');
    reason = await review.reason.inputValue();
    expect(reason).toContain('生年月日が読み取れませんでした。');
    await desk.keyboard.press('r');
    await expect(review.dialog(`${person.nickname}さんに書類を差し戻しますか`)).toContainText(reason);
    await desk.keyboard.press('Tab');
    await desk.keyboard.press('Enter');
    await expect(desk.getByText(`${person.nickname}さんの書類を差し戻しました。`)).toBeVisible();
    const [mail] = await caughtMails(product, person.email, '本人確認書類の再提出のお願い');
    expect(mail?.text).toContain(reason);
    await page.goto('/events');
    await expect(page).toHaveURL(/\/settings$/);
    await expect(settings.resubmission.getByText(reason)).toBeVisible();
    await settings.resubmissionNotice.click();
    await expect(settings.resubmission.getByRole('heading', { level: 2 })).toBeFocused();
    await settings.handIn(settings.resubmission, aPaper);
    await expect(settings.identity.getByText('確認中', { exact: true })).toBeVisible();
    await expect(settings.resubmissionNotice).toHaveCount(0);
    await page.goto('/events');
    await expect(new Chrome(page).main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/events$/);
  });

  await review.open(person.nickname);
  await desk.keyboard.press('a');
  await expect(review.dialog(`${person.nickname}さんの書類を承認しますか`)).toBeVisible();
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Enter');
  await expect(desk.getByText(`${person.nickname}さんの書類を承認しました。`)).toBeVisible();
  await review.openLog();
  await expect(review.logged(person.nickname, '書類を承認')).toContainText('確認中 → 有効');
  await expect(review.logged(person.nickname, '書類を差し戻し')).toContainText(reason);
  await desk.context().close();
  await caughtMails(product, person.email, '本人確認が完了しました');
  await settings.open('id');
  await expect(settings.identity.getByText('確認済み')).toBeVisible();
  expect(await meIn(page)).toMatchObject({ state: 'active' });
  await page.goto('/profile_settings');
  await finishProfile(page, person.nickname);
});

test(
  'a pupil signs up with an unused student code, without an e-mail address, and signs in with it again',
  { tag: '@full' },
  async ({ page, complaints }, { repeatEachIndex }) => {
    complaints.allow(refusal(410, '/v1/school_codes'));
    // Each code of the demo school works once, so every repetition uses two new ones.
    const codeOf = (nth: number) => `MINATO-${String(repeatEachIndex * 2 + nth).padStart(3, '0')}`;
    const [usedCode, freeCode] = [codeOf(1), codeOf(2)];
    const person = aNewPupil();
    await (
      await ApiPerson.visitor(product.url)
    ).must('POST', '/auth/signup/partner-school', { ...aNewPupil(), inviteCode: usedCode });

    const signUp = new SignUpPage(page);
    await signUp.open();
    await signUp.chooseKind('学校コード');
    await signUp.fillSchool({ ...person, inviteCode: usedCode });
    await expect(signUp.step('学校のコード')).toBeVisible();
    await expect(signUp.inviteCode).toHaveAccessibleDescription(/このコードはすでに使われています。/);
    await expect(signUp.studentCode).toHaveValue(person.studentCode.toUpperCase());
    await signUp.inviteCode.fill(freeCode);
    await signUp.goOn();
    await signUp.fillPerson(person);
    await signUp.password.fill(person.password);
    await signUp.create();
    const chrome = new Chrome(page);
    await expect(chrome.userMenuButton).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    expect(await meIn(page)).toMatchObject({
      nickname: person.nickname,
      state: 'active',
      email: null,
      isPartnerSchoolStudent: true,
      guardianConsentNeeded: false,
    });

    await page.goto('/profile_settings');
    await finishProfile(page, person.nickname);
    await page.goto('/settings');
    await chrome.signOutBy(page.getByRole('button', { name: 'この端末からログアウト' }));
    await expect(chrome.signInLink).toBeVisible();
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.signInWithSchool(person.schoolCode, person.studentCode, person.password);
    await expect(chrome.userMenuButton).toBeVisible();
  },
);

test('a professional signs up with an organisation and must submit documents', { tag: '@full' }, async ({ page }) => {
  const person = aNewPerson();
  const orgName = `みなと天文台 ${person.nickname}`;
  const signUp = new SignUpPage(page);
  await signUp.open();
  await signUp.chooseKind('プロフェッショナル');
  await signUp.fillOrganisation(orgName);
  await signUp.fillPerson({ ...person, birthDate: bornYearsAgo(20) });
  await signUp.goOn();
  await expect(page.getByText('プロフェッショナルの登録は25歳以上の方が対象です。')).toHaveCount(2);
  await signUp.fillBirthDate(person.birthDate);
  await signUp.goOn();
  await signUp.createByEmail(person);
  await expect(signUp.welcome(person.nickname)).toBeVisible();
  await expect(signUp.todo('本人確認書類の提出')).toContainText(
    '確認が終わると、プロフェッショナルの一覧に掲載されます。',
  );
  await signUp.welcomeProfileLink.click();
  await finishProfile(page, person.nickname);

  await page.goto(await mailedPath(product, person.email, verification));
  const gate = new GatePage(page);
  await gate.button('メールアドレスを確認する').click();
  await expect(gate.heading(verified)).toBeVisible();
  expect(await meIn(page)).toMatchObject({
    state: 'documents_required',
    role: 'professional',
    organisation: { orgName },
    fromFirebase: { emailVerified: true },
  });
  await gate.link('書類を提出する').click();
  await expect(new SettingsPage(page).identity.getByText('書類が必要です')).toBeVisible();
});

test('a Google user signs up without a password or a mail, and signs in with Google again', async ({
  page,
  complaints,
}) => {
  // The api's answer for an unknown Google user.
  complaints.allow(refusal(404, '/v1/user/signin'));
  const person = aNewPerson();
  const signIn = new SignInPage(page);
  const signUp = new SignUpPage(page);
  const chrome = new Chrome(page);
  await signIn.open();
  await signIn.googleButton.click();
  await signIn.googleDialog.getByRole('button', { name: 'キャンセル' }).click();
  await expect(signIn.googleDialog).toHaveCount(0);
  await signIn.goOnWithGoogle(person);
  await expect(page.getByText(`${person.email} で登録を続けます。`)).toBeVisible();
  await signUp.goOn();
  await expect(signUp.nickname).toHaveValue(person.nickname);
  await signUp.fillBirthDate(person.birthDate);
  await signUp.goOn();
  await expect(page.getByText('Googleアカウントで登録します。')).toBeVisible();
  await expect(signUp.password).toHaveCount(0);
  await signUp.agree();
  await signUp.create();
  await expect(chrome.userMenuButton).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect(await meIn(page)).toMatchObject({
    email: person.email,
    state: 'active',
    hasPassword: false,
    fromFirebase: { emailVerified: true },
  });
  await page.goto('/profile_settings');
  await finishProfile(page, person.nickname);

  await chrome.signOut();
  await expect(chrome.signInLink).toBeVisible();
  await signIn.open();
  await signIn.goOnWithGoogle(person);
  await expect(chrome.userMenuButton).toBeVisible();
  expect(await meIn(page)).toMatchObject({ nickname: person.nickname });
});
