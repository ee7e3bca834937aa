import { Secret, TOTP } from 'otpauth';

import { refusal } from '../fixtures/complaints';
import { caughtMails } from '../fixtures/mails';
import { sharedProduct as product } from '../fixtures/running-product';
import { accessibilityFindings, expect, test } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { SettingsPage } from '../pages/account/settings-page';
import { SignInPage } from '../pages/account/sign-in-page';
import { Chrome } from '../pages/chrome';

const STEP = 30_000;

test('a second factor is turned on, asked for at sign-in, and replaced by a recovery code', async ({
  page,
  context,
  complaints,
}) => {
  // A sign-in without a code, and one with a code that was used.
  complaints.allow(refusal(403, '/v1/auth/signin'));
  complaints.allow(refusal(422, '/v1/auth/signin'));
  // Registration, mails and four pages.
  test.setTimeout(90_000);
  const person = await aVerifiedPerson(product);
  await person.api.useIn(context);

  const settings = new SettingsPage(page);
  await settings.open();
  await settings.secondFactor.getByRole('button', { name: '二段階認証を設定' }).click();
  await settings.dialog.getByLabel('現在のパスワード').fill(person.password);
  await settings.dialog.getByRole('button', { name: '続ける' }).click();
  await expect(settings.dialog.getByRole('img', { name: '認証アプリで読み取るQRコード' })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  const secret = (await settings.dialog.locator('code').innerText()).replace(/\s/g, '');
  // The app may be a step ahead, so that the next code differs from the one that was used.
  const codeOf = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP });
  const first = codeOf(0);
  await settings.dialog.getByRole('textbox', { name: 'アプリに表示された6桁のコード' }).fill(first);
  await settings.dialog.getByRole('button', { name: 'オンにする' }).click();
  const codes = settings.dialog.getByRole('list', { name: '回復コード' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await settings.dialog.getByRole('button', { name: '保存しました' }).click();
  await expect(settings.secondFactor).toContainText('残り10個');

  await new Chrome(page).signOut();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(person.email, person.password);
  await expect(signIn.code).toBeFocused();
  expect(await accessibilityFindings(page)).toEqual([]);
  await signIn.sendCode(first);
  await expect(page.getByText(/使用済みです/)).toBeVisible();
  await signIn.sendCode(codeOf(1));
  await expect(page).not.toHaveURL(/signin/);
  const here = settings.devices.getByRole('listitem').filter({ hasText: 'この端末' });
  await settings.open();
  await expect(here).toContainText('にパスワードでログイン(二段階認証あり)');

  await new Chrome(page).signOut();
  await signIn.open();
  await signIn.signIn(person.email, person.password);
  await page.getByRole('button', { name: '回復コードを使う' }).click();
  await page.getByRole('textbox', { name: '回復コード' }).fill(recoveryCode);
  await signIn.signInButton.click();
  await expect(page).not.toHaveURL(/signin/);
  await settings.open();
  await expect(here).toContainText('(回復コードを使用)');
  await expect(settings.secondFactor).toContainText('残り9個');
  for (const subject of ['二段階認証の設定のお知らせ', '回復コードが使われました'])
    await caughtMails(product, person.email, subject);
});
