import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { sharedProduct as product } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import { Chrome } from '../pages/chrome';

test('the bell leads to the settings, which are kept and effective in every browser of the user', async ({
  page,
  context,
}) => {
  const person = await ApiPerson.newcomer(product.url);
  await person.useIn(context);
  await page.goto('/classrooms');
  const chrome = new Chrome(page);
  await chrome.header.getByRole('button', { name: /^お知らせ/ }).click();
  await chrome.latest.getByRole('link', { name: '通知設定' }).click();
  const kinds = page.getByRole('region', { name: '通知設定' });
  await expect(kinds.getByRole('heading', { name: '通知設定' })).toBeFocused();
  await kinds.getByRole('switch', { name: 'フォローされたとき アプリ内' }).click();
  await expect(kinds.getByText('変更を保存しました。')).toBeVisible();

  const quiet = page.getByRole('region', { name: '通知を控える時間' });
  await quiet.getByRole('switch', { name: '通知を控える' }).click();
  await quiet.getByRole('combobox', { name: '終了' }).selectOption('6:30');
  await expect(quiet.getByText('変更を保存しました。')).toBeVisible();

  await page.reload();
  await expect(kinds.getByRole('switch', { name: 'フォローされたとき アプリ内' })).not.toBeChecked();
  await expect(quiet.getByRole('combobox', { name: '終了' })).toHaveValue('06:30');
  const settings = await person.must('GET', '/me/notification_settings');
  expect(settings.channels.userFollow.inApp).toBe(false);
  expect(settings).toMatchObject({ quietFrom: '22:00', quietTo: '06:30' });
});

test(
  'a link of a mail that cannot be read is explained without a sign-in',
  { tag: '@full' },
  async ({ page, complaints }) => {
    complaints.allow(refusal(410, '/v1/mail_subscriptions'));
    await page.goto('/unsubscribe?token=broken');
    await expect(page.getByRole('heading', { level: 1, name: 'このリンクは使えません。' })).toBeVisible();
  },
);
