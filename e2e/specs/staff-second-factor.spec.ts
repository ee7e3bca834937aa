import { Secret, TOTP } from 'otpauth';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { databaseOf } from '../fixtures/database/database';
import { expect } from '../fixtures/patient-expect';
import { accessibilityFindings, test } from '../fixtures/product';
import { sharedProduct } from '../fixtures/running-product';

test.describe.configure({ timeout: 120_000 });

test('a member of the staff connects an app, and is asked for a code once the session has locked', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(refusal(422, '/v1/staff/session/unlock'));
  const database = await databaseOf(sharedProduct);
  const person = await ApiPerson.newcomer(sharedProduct.url);
  await database.query("update users set role = 'staff' where id = $1", [person.id]);
  await person.useIn(context);

  await page.goto('/staff/second-factor');
  await page.getByRole('button', { name: '設定する' }).click();
  await expect(page.getByRole('img', { name: '認証アプリで読み取るQRコード' })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  const secret = (await page.getByRole('main').locator('code').innerText()).replace(/\s/g, '');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByRole('textbox', { name: 'アプリに表示された6桁のコード' }).fill(code);
  await page.getByRole('button', { name: '設定する' }).click();
  const codes = page.getByRole('list', { name: '回復コード' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await page.getByRole('button', { name: '保存しました' }).click();
  await expect(page.getByText('残り10個')).toBeVisible();

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
