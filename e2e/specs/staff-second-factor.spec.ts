import { Secret, TOTP } from 'otpauth';

import { refusal } from '../fixtures/complaints';
import { databaseOf } from '../fixtures/database/database';
import { expect } from '../fixtures/patient-expect';
import { sharedProduct } from '../fixtures/running-product';
import { accessibilityFindings, test } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { SettingsPage } from '../pages/account/settings-page';

test.describe.configure({ timeout: 120_000 });

test('a member of the staff connects an app, and is asked for a code once the session has locked', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(refusal(422, '/v1/staff/session/unlock'));
  const database = await databaseOf(sharedProduct);
  const { api: person, password } = await aVerifiedPerson(sharedProduct);
  await database.query("update users set role = 'staff' where id = $1", [person.id]);
  await person.useIn(context);

  await page.goto('/staff/audit');
  await page.getByRole('link', { name: '二段階認証' }).click();
  const { secondFactor, dialog } = new SettingsPage(page);
  await secondFactor.getByRole('button', { name: '二段階認証を設定' }).click();
  await dialog.getByLabel('現在のパスワード').fill(password);
  await dialog.getByRole('button', { name: '続ける' }).click();
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await dialog.getByRole('textbox', { name: 'アプリに表示された6桁のコード' }).fill(code);
  await dialog.getByRole('button', { name: 'オンにする' }).click();
  const codes = dialog.getByRole('list', { name: '回復コード' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await dialog.getByRole('button', { name: '保存しました' }).click();
  await expect(secondFactor).toContainText('残り10個');

  await database.query("update sessions set staff_active_at = now() - interval '31 minutes' where user_id = $1", [
    person.id,
  ]);
  await database.end();
  await page.goto('/staff/audit');
  await expect(page.getByRole('textbox', { name: '確認コード' })).toBeFocused();
  await expect(page.getByRole('heading', { name: '監査ログ' })).toHaveCount(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await test.step('the code that was used does not work again', async () => {
    await page.getByRole('textbox', { name: '確認コード' }).fill(code);
    await page.getByRole('button', { name: '作業をはじめる' }).click();
    await expect(page.getByText(/使用済みです/)).toBeVisible();
  });
  await page.getByRole('button', { name: '回復コードを使う' }).click();
  await page.getByRole('textbox', { name: '回復コード' }).fill(recoveryCode);
  await page.getByRole('button', { name: '作業をはじめる' }).click();
  await expect(page.getByRole('heading', { name: '監査ログ' })).toBeVisible();
});
