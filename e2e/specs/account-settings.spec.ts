import type { BrowserContext } from '@playwright/test';

import { aPaper } from '../fixtures/account/papers';
import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { caughtMails, mailedPath } from '../fixtures/mails';
import { bornYearsAgo } from '../fixtures/people';
import { sharedProduct as product } from '../fixtures/running-product';
import { anotherBrowser, expect, test } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { SettingsPage } from '../pages/account/settings-page';
import { SignInPage } from '../pages/account/sign-in-page';
import { Chrome } from '../pages/chrome';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: pixel });
// Each of these users signs up, receives mail and visits several pages.
test.describe.configure({ timeout: 90_000 });

/** Signs up a new user with a verified address in this browser. */
async function aVerifiedPersonIn(context: BrowserContext, given: { birthDate?: string } = {}) {
  const person = await aVerifiedPerson(product, given);
  await person.api.useIn(context);
  return person;
}

test(
  'documents are submitted, except files whose content does not match their type',
  { tag: '@full' },
  async ({ page, context, complaints }) => {
    // The api rejects a file whose content does not match its type.
    complaints.allow(refusal(415, '/v1/uploads'));
    // The trace recorder fetches the previews, which the page's scripts may not.
    complaints.allow(/^Connecting to 'blob:/);
    await aVerifiedPersonIn(context, { birthDate: bornYearsAgo(20) });
    const settings = new SettingsPage(page);
    await settings.open('id');
    await expect(settings.identity.getByText('書類が必要です')).toBeVisible();
    await settings.choose(
      settings.identity,
      photo('学生証_表.png'),
      aPaper,
      { name: 'うそ.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
      { name: 'メモ.txt', mimeType: 'text/plain', buffer: Buffer.from('memo') },
    );
    await expect(
      settings.identity.getByText('メモ.txt: JPEG、PNG、WebP、PDFのいずれかを選択してください。'),
    ).toBeVisible();
    await expect(settings.document(settings.identity, '学生証_表.png').getByText(/未提出/)).toBeVisible();
    await expect(settings.document(settings.identity, '在学証明書.pdf').getByText(/未提出/)).toBeVisible();
    await expect(
      settings.document(settings.identity, 'うそ.png').getByText('JPEG、PNG、WebP、PDFのいずれかを選択してください。'),
    ).toBeVisible();
    await settings.identity.getByRole('button', { name: 'うそ.pngを取り除く' }).click();
    await settings.identity.getByRole('button', { name: '書類を提出する' }).click();
    await expect(settings.identity.getByText('確認中', { exact: true })).toBeVisible();
    await expect(settings.identity.getByRole('heading', { name: '本人確認' })).toBeFocused();
  },
);

test('an address is changed after the link in the mail is opened; until then the change can be cancelled', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(refusal(422, '/v1/me'));
  const person = await aVerifiedPersonIn(context);
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

test('a password is changed, and sessions with the old one end', async ({ page, context, complaints }) => {
  complaints.allow(refusal(422, '/v1/me'));
  const person = await aVerifiedPersonIn(context);
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
  const person = await aVerifiedPersonIn(context);
  const other = await anotherBrowser(browser);
  const signIn = new SignInPage(other.page);
  await other.page.goto(`${product.url}/signin`);
  await signIn.signIn(person.email, person.password);
  await expect(new Chrome(other.page).userMenuButton).toBeVisible();

  const settings = new SettingsPage(page);
  await settings.open();
  // The sign-up device has no known user agent, so this session is the current browser.
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

test('a user downloads their data through the link in a mail', async ({ page, context, request }) => {
  const person = await aVerifiedPersonIn(context);
  const settings = new SettingsPage(page);
  await settings.open('export');
  await settings.dataExport.getByRole('button', { name: '書き出す' }).click();
  await expect(
    settings.dataExport.getByText(`${person.email} にダウンロード用のリンクをお送りしました。`),
  ).toBeVisible();
  const answer = await request.get(await mailedPath(product, person.email, 'データの書き出し'));
  expect(answer.headers()['content-disposition']).toContain('attachment');
  expect(await answer.text()).toContain(person.nickname);
});

test(
  'a user of 17 sends a consent request to a guardian, and repeats it',
  { tag: '@full' },
  async ({ page, context }) => {
    const person = await aVerifiedPersonIn(context, { birthDate: bornYearsAgo(17) });
    const guardian = `hogosha-${person.email}`;
    const settings = new SettingsPage(page);
    await settings.open('guardian');
    await settings.guardian.getByLabel('保護者のメールアドレス').fill(guardian);
    await settings.guardian.getByRole('button', { name: 'お願いのメールを送る' }).click();
    await expect(settings.guardian.getByText('お返事をお待ちしています')).toBeVisible();
    await caughtMails(product, guardian, '保護者の方の同意のお願い');
    await settings.guardian.getByRole('button', { name: 'メールを再送する' }).click();
    await expect(new Chrome(page).toast('保護者の方にメールを再送しました。')).toBeVisible();
    await caughtMails(product, guardian, '保護者の方の同意のお願い', 2);
  },
);

test('a user deletes the account, sees how to restore it, and restores it', async ({ page, context, complaints }) => {
  complaints.allow(refusal(422, '/v1/me'));
  const person = await aVerifiedPersonIn(context);
  const settings = new SettingsPage(page);
  await settings.open('export');
  await settings.openLeaveDialog();
  await expect(settings.dialog.getByText('30日以内であれば、ログインしてアカウントを元に戻せます。')).toBeVisible();
  await settings.leave('not-the-password');
  await expect(settings.dialog.getByText(/パスワードが正しくありません。/)).toBeVisible();
  await settings.leave(person.password);
  await expect(page).toHaveURL(/\/account\/farewell$/);
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
