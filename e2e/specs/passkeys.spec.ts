import { refusal } from '../fixtures/complaints';
import { caughtMails } from '../fixtures/mails';
import { sharedProduct as product } from '../fixtures/running-product';
import { accessibilityFindings, expect, test } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { SettingsPage } from '../pages/account/settings-page';
import { SignInPage } from '../pages/account/sign-in-page';
import { Chrome } from '../pages/chrome';

test('a passkey is added in the settings, signs in without a password, and is deleted', async ({
  page,
  context,
  complaints,
}) => {
  // The deleted passkey.
  complaints.allow(refusal(401, '/v1/auth/signin/passkey'));
  // Registration, mails and four pages.
  test.setTimeout(90_000);
  const person = await aVerifiedPerson(product);
  await person.api.useIn(context);
  // The device: it has a screen lock, and its user unlocks it at once.
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  const settings = new SettingsPage(page);
  await settings.open();
  await settings.passkeys.scrollIntoViewIfNeeded();
  await settings.passkeys.getByRole('button', { name: 'パスキーを追加' }).click();
  await settings.dialog.getByRole('textbox', { name: 'パスキーの名前' }).fill('わたしのPC');
  await settings.dialog.getByLabel('現在のパスワード').fill(person.password);
  expect(await accessibilityFindings(page)).toEqual([]);
  await settings.dialog.getByRole('button', { name: '続ける' }).click();
  const row = settings.passkeys.getByRole('listitem').filter({ hasText: 'わたしのPC' });
  await expect(row).toContainText('まだ使われていません');
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

  await new Chrome(page).signOut();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.passkeyButton.click();
  await expect(page).not.toHaveURL(/signin/);

  await settings.open();
  await expect(settings.devices.getByRole('listitem').filter({ hasText: 'この端末' })).toContainText(
    'にパスキーでログイン',
  );
  await expect(row).toContainText('最終利用 たった今');
  await row.getByRole('button', { name: '削除' }).click();
  await settings.dialog.getByRole('button', { name: '削除する' }).click();
  await expect(row).toHaveCount(0);
  await expect(settings.passkeys.getByRole('heading', { name: 'パスキー' })).toBeFocused();
  for (const subject of ['パスキーの登録のお知らせ', 'パスキーの削除のお知らせ'])
    await caughtMails(product, person.email, subject);

  await new Chrome(page).signOut();
  await signIn.open();
  await signIn.passkeyButton.click();
  await expect(page.getByRole('alert')).toContainText('このパスキーではログインできませんでした。');
});
