import { millisecondsInDay } from 'date-fns/constants';

import { refusal } from '../fixtures/complaints';
import { aNewPerson } from '../fixtures/people';
import { anotherBrowser, expect, test } from '../fixtures/test';
import { startTimeFromNow } from '../fixtures/time';
import { SignInPage } from '../pages/account/sign-in-page';
import { Chrome } from '../pages/chrome';
import { ClassroomPage } from '../pages/classroom-page';
import { CreateDialog } from '../pages/create-dialog';

test('a new user signs up, creates a classroom that another browser sees, comments and signs out', async ({
  page,
  browser,
}) => {
  const person = aNewPerson();
  const chrome = new Chrome(page);
  const signIn = new SignInPage(page);

  await test.step('signs up', async () => {
    await page.goto('/');
    await chrome.signInLink.click();
    await page.getByRole('tab', { name: '新規登録' }).click();
    await signIn.signUp(person);
    await signIn.begin();
    await expect(chrome.userMenuButton).toBeVisible();
  });

  const dialog = new CreateDialog(page);
  await test.step('sees on a small phone, without scrolling, who may join', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 640 });
    await chrome.createButton.click();
    await expect(dialog.audience).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(dialog.dialog).toBeHidden();
    if (size) await page.setViewportSize(size);
  });

  await test.step('triggers every message of the form', async () => {
    await chrome.createButton.click();
    await expect(dialog.dialog).toBeVisible();
    // A non-professional adult always creates classrooms open to all, and sees why.
    await expect(dialog.allUsers).toBeChecked();
    await expect(dialog.allUsers).toBeDisabled();
    await expect(dialog.message('プロフェッショナル以外の25歳以上の方は、常にオンになります。')).toBeVisible();
    await expect(dialog.category).not.toHaveValue('');
    await expect(dialog.message('45分(固定)')).toBeVisible();

    await dialog.title.fill('');
    await dialog.startAt.fill('');
    /** Submitting focuses the first invalid field, late: it would take what is typed into another one meanwhile. */
    const submitInvalid = async () => {
      await dialog.submit.click();
      await expect(dialog.title).toBeFocused();
    };
    await submitInvalid();
    await expect(dialog.message('タイトルを入力してください。')).toBeVisible();
    await expect(dialog.message('開始日時を入力してください。')).toBeVisible();

    await dialog.title.fill('あ'.repeat(51));
    await dialog.startAt.fill('2026-13-45');
    await dialog.startAt.blur();
    await expect(dialog.message('タイトルは50文字以内で入力してください。')).toBeVisible();
    await expect(dialog.message(/開始日時は .* の形式で入力してください。/)).toBeVisible();

    await dialog.startAt.fill(startTimeFromNow(-2 * millisecondsInDay));
    await submitInvalid();
    await expect(dialog.message('開始日時は現在以降を指定してください。')).toBeVisible();

    await dialog.startAt.fill(startTimeFromNow(31 * millisecondsInDay));
    await submitInvalid();
    await expect(dialog.message('開始日時は30日以内で指定してください。')).toBeVisible();
  });

  const name = `はじめての教室 ${person.nickname}`;
  await test.step('creates it and lands on its page', async () => {
    await dialog.title.fill(name);
    await dialog.startAt.fill(startTimeFromNow(2 * 3_600_000));
    await dialog.submit.click();
    await expect(chrome.toast('教室を作成しました。')).toBeVisible();
    await expect(dialog.dialog).toBeHidden();
    await expect(page).toHaveURL(/\/classrooms\/cls_/);
    await expect(new ClassroomPage(page).heading).toHaveText(name);
  });

  await test.step('a second browser finds it in the list', async () => {
    const second = await anotherBrowser(browser);
    await second.page.goto('/classrooms?state=scheduled');
    await second.page.getByRole('link', { name, exact: true }).click();
    await expect(new ClassroomPage(second.page).heading).toHaveText(name);
    await second.context.close();
  });

  await test.step('comments and deletes the comment', async () => {
    const classroom = new ClassroomPage(page);
    // The optimistic update is shown before the api has saved it: a reload in between would lose it.
    const kept = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/comments'),
    );
    await classroom.comment('みなさん、よろしくお願いします。');
    await expect(page.getByText('みなさん、よろしくお願いします。')).toBeVisible();
    await expect(classroom.composer).toHaveValue('');
    expect((await kept).ok()).toBe(true);
    await page.reload();
    await expect(page.getByText('みなさん、よろしくお願いします。')).toBeVisible();
  });

  await test.step('signs out', async () => {
    const refreshCookie = async () =>
      (await page.context().cookies()).find(({ name: cookie }) => cookie === 'refresh')?.value;
    const before = await refreshCookie();
    await chrome.signOut();
    await expect(chrome.toast('ログアウトしました。')).toBeVisible();
    await expect(chrome.signInLink).toBeVisible();
    expect(before).toBeDefined();
    expect(await refreshCookie()).not.toBe(before);
    await page.reload();
    await expect(chrome.signInLink).toBeVisible();
  });
});

test(
  'a taken address shows an error at its field and keeps all input',
  { tag: '@full' },
  async ({ page, complaints }) => {
    complaints.allow(refusal(422, '/v1/auth/signup'));
    const person = { ...aNewPerson(), email: 'adult@demo.manabiba.test' };
    const signIn = new SignInPage(page);
    await signIn.open('signup');
    await signIn.signUp(person);
    await expect(page.getByText('このメールアドレスは使えません。')).toBeVisible();
    await expect(signIn.email).toHaveValue(person.email);
    await signIn.backButton.click();
    await expect(page.getByLabel('ニックネーム')).toHaveValue(person.nickname);
  },
);

test('a wrong password keeps the address and does not reveal whether it exists', async ({ page, complaints }) => {
  complaints.allow(refusal(401, '/v1/auth/signin'));
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn('nobody@example.test', 'wrong-password');
  await expect(page.getByText('メールアドレスまたはパスワードが正しくありません。')).toBeVisible();
  await expect(signIn.email).toHaveValue('nobody@example.test');
});
