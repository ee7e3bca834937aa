import type { BrowserContext } from '@playwright/test';

import { aPaper } from '../fixtures/account/papers';
import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { caughtMails, mailedPath } from '../fixtures/mails';
import { aNewPerson, bornYearsAgo } from '../fixtures/people';
import { anotherBrowser, expect, test } from '../fixtures/product';
import { sharedProduct as product } from '../fixtures/running-product';
import { SettingsPage } from '../pages/account/settings-page';
import { SignInPage } from '../pages/account/sign-in-page';
import { Chrome } from '../pages/chrome';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: pixel });
// Each of these people signs up, gets mail and goes through several pages.
test.describe.configure({ timeout: 90_000 });

/** Somebody new whose address is verified, in this browser. */
async function aVerifiedPerson(context: BrowserContext, given: { birthDate?: string } = {}) {
  const person = { ...aNewPerson(), ...given };
  const api = await ApiPerson.newcomer(product.url, person);
  const path = await mailedPath(product, person.email, 'メールアドレスの確認');
  await api.must('POST', '/auth/verify-email', { token: new URL(path, product.url).searchParams.get('token') ?? '' });
  await api.useIn(context);
  return { ...person, api };
}

test('documents are handed in, but for those that are not what they say', async ({ page, context, complaints }) => {
  // A file that is not what it says is refused by the api.
  complaints.allow(refusal(415, '/v1/uploads'));
  // Whoever records a trace of the page fetches its previews, which no script of the page may.
  complaints.allow(/^Connecting to 'blob:/);
  await aVerifiedPerson(context, { birthDate: bornYearsAgo(20) });
  const settings = new SettingsPage(page);
  await settings.open();
  await expect(settings.identity.getByText('書類が必要です')).toBeVisible();
  await settings.choose(
    settings.identity,
    photo('学生証_表.png'),
    aPaper,
    { name: 'うそ.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
    { name: 'メモ.txt', mimeType: 'text/plain', buffer: Buffer.from('memo') },
  );
  await expect(settings.identity.getByText('メモ.txt: JPEG、PNG、WebP、PDFのいずれかを選んでください。')).toBeVisible();
  await expect(settings.document(settings.identity, '学生証_表.png').getByText(/送信済み/)).toBeVisible();
  await expect(settings.document(settings.identity, '在学証明書.pdf').getByText(/送信済み/)).toBeVisible();
  await expect(settings.document(settings.identity, 'うそ.png').getByText('対応していない形式です。')).toBeVisible();
  await settings.identity.getByRole('button', { name: 'うそ.pngを取り除く' }).click();
  await settings.identity.getByRole('button', { name: '書類を提出する' }).click();
  await expect(settings.identity.getByText('確認中', { exact: true })).toBeVisible();
  await expect(settings.identity.getByRole('heading', { name: '本人確認' })).toBeFocused();
});

test('an address is changed once the link of the mail is opened; until then the change can be taken back', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(refusal(422, '/v1/me'));
  const person = await aVerifiedPerson(context);
  const [unwanted, wanted] = [`x-${person.email}`, `y-${person.email}`];
  const settings = new SettingsPage(page);
  await settings.open();
  await settings.changeEmail(unwanted, 'not-the-password');
  await expect(settings.email.getByText('現在のパスワードが正しくありません。')).toBeVisible();
  await expect(settings.email.getByRole('textbox', { name: 'メールアドレス' })).toHaveValue(unwanted);
  await settings.changeEmail(unwanted, person.password);
  await expect(settings.email.getByText(`${unwanted} に確認メールを送りました。`)).toBeVisible();
  await expect(settings.email.getByRole('textbox', { name: 'メールアドレス' })).toHaveValue(person.email);
  await settings.email.getByRole('button', { name: '変更を取りやめる' }).click();
  await expect(new Chrome(page).toast('メールアドレスの変更を取りやめました。')).toBeVisible();
  await expect(settings.email.getByText('に確認メールを送りました。')).toHaveCount(0);

  await settings.changeEmail(wanted, person.password);
  await expect(settings.email.getByText(`${wanted} に確認メールを送りました。`)).toBeVisible();
  await caughtMails(product, person.email, 'メールアドレスの変更のお知らせ', 2);
  await page.goto(await mailedPath(product, wanted, '新しいメールアドレスの確認'));
  await page.getByRole('button', { name: 'メールアドレスを確認する' }).click();
  await expect(page.getByRole('heading', { name: 'メールアドレスを確認しました' })).toBeVisible();
  await settings.open();
  await expect(settings.email.getByRole('textbox', { name: 'メールアドレス' })).toHaveValue(wanted);
  await ApiPerson.signedIn(product.url, { email: wanted, password: person.password });
});

test('a password is changed, and whoever has the old one is out', async ({ page, context, complaints }) => {
  complaints.allow(refusal(422, '/v1/me'));
  const person = await aVerifiedPerson(context);
  const elsewhere = await ApiPerson.signedIn(product.url, person);
  const settings = new SettingsPage(page);
  await settings.open();
  await settings.changePassword('not-the-password', 'ume-no-hana-22');
  await expect(settings.password.getByText('現在のパスワードが正しくありません。')).toBeVisible();
  await expect(settings.password.getByLabel('新しいパスワード')).toHaveValue('ume-no-hana-22');
  await settings.changePassword(person.password, 'ume-no-hana-22');
  await expect(settings.password.getByText('変更を保存しました。')).toBeVisible();
  await caughtMails(product, person.email, 'パスワードの変更のお知らせ');
  expect((await elsewhere.call('GET', '/me/notifications')).status).toBe(401);
  await expect(ApiPerson.signedIn(product.url, person)).rejects.toThrow('401');
  await ApiPerson.signedIn(product.url, { email: person.email, password: 'ume-no-hana-22' });
});

test('a device is signed out from another one', async ({ page, context, browser, complaints }) => {
  complaints.allow(refusal(401, '/v1/'));
  const person = await aVerifiedPerson(context);
  const other = await anotherBrowser(browser);
  const signIn = new SignInPage(other.page);
  await other.page.goto(`${product.url}/signin`);
  await signIn.signIn(person.email, person.password);
  await expect(new Chrome(other.page).userMenuButton).toBeVisible();

  const settings = new SettingsPage(page);
  await settings.open();
  // The device on which this person signed up calls itself by no known name; that is this browser's session.
  const here = settings.devices.getByRole('listitem').filter({ hasText: 'この端末' });
  const there = settings.devices.getByRole('listitem').filter({ hasText: /最終利用/ });
  await expect(here).toHaveCount(1);
  await expect(there).toHaveCount(1);
  await there.getByRole('button', { name: /からログアウト$/ }).click();
  await settings.dialog.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(new Chrome(page).toast('選んだ端末からログアウトしました。')).toBeVisible();
  await expect(there).toHaveCount(0);
  await expect(here).toHaveCount(1);
  await other.page.goto(`${product.url}/settings`);
  await expect(other.page).toHaveURL(/\/signin\?next=/);
  await other.context.close();
});

test('a person gets their data by the link of a mail', async ({ page, context, request }) => {
  const person = await aVerifiedPerson(context);
  const settings = new SettingsPage(page);
  await settings.open();
  await settings.dataExport.getByRole('button', { name: '書き出す' }).click();
  await expect(
    settings.dataExport.getByText(`${person.email} にダウンロード用のリンクをお送りしました。`),
  ).toBeVisible();
  const answer = await request.get(await mailedPath(product, person.email, 'データの書き出し'));
  expect(answer.headers()['content-disposition']).toContain('attachment');
  expect(await answer.text()).toContain(person.nickname);
});

test('somebody of 17 asks a guardian, and asks again', async ({ page, context }) => {
  const person = await aVerifiedPerson(context, { birthDate: bornYearsAgo(17) });
  const guardian = `hogosha-${person.email}`;
  const settings = new SettingsPage(page);
  await settings.open();
  await settings.guardian.getByLabel('保護者のメールアドレス').fill(guardian);
  await settings.guardian.getByRole('button', { name: 'お願いのメールを送る' }).click();
  await expect(settings.guardian.getByText('お返事をお待ちしています')).toBeVisible();
  await caughtMails(product, guardian, '保護者の方の同意のお願い');
  await settings.guardian.getByRole('button', { name: 'メールを再送する' }).click();
  await expect(new Chrome(page).toast('保護者の方にメールを再送しました。')).toBeVisible();
  await caughtMails(product, guardian, '保護者の方の同意のお願い', 2);
});

test('somebody leaves, is told the way back, and comes back', async ({ page, context, complaints }) => {
  complaints.allow(refusal(422, '/v1/me'));
  const person = await aVerifiedPerson(context);
  const settings = new SettingsPage(page);
  await settings.open();
  await settings.openLeaveDialog();
  await expect(settings.dialog.getByText('30日以内であれば、ログインしてアカウントを元に戻せます。')).toBeVisible();
  await settings.leave('not-the-password');
  await expect(settings.dialog.getByText(/パスワードが正しくありません。/)).toBeVisible();
  await settings.leave(person.password);
  await expect(page).toHaveURL(/\/farewell$/);
  await expect(page.getByRole('heading', { name: '退会の手続きが完了しました。' })).toBeVisible();
  await expect(new Chrome(page).signInLink).toBeVisible();
  await caughtMails(product, person.email, '退会の手続きが完了しました');
  expect((await page.request.get(`/v1/users/${person.api.id}`)).status()).toBe(404);

  await page.getByRole('main').getByRole('link', { name: 'ログインして元に戻す' }).click();
  await new SignInPage(page).signIn(person.email, person.password);
  await page.getByRole('button', { name: 'アカウントを元に戻す' }).click();
  await expect(page.getByRole('button', { name: 'アカウントを元に戻す' })).toHaveCount(0);
  await settings.open();
  await expect(settings.email.getByRole('textbox', { name: 'メールアドレス' })).toHaveValue(person.email);
  expect((await page.request.get(`/v1/users/${person.api.id}`)).status()).toBe(200);
});
