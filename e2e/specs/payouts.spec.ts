import { ApiPerson } from '../fixtures/api-person';
import { sharedProduct } from '../fixtures/running-product';
import { expect, test } from '../fixtures/test';

const { url } = sharedProduct;

test('an organizer completes the onboarding for payouts on the page of the provider and returns', async ({
  page,
  context,
}) => {
  await (await ApiPerson.demo(url, 'host')).useIn(context);
  await page.goto('/org/settings');
  const sales = page.getByRole('region', { name: '売上と振込' });
  await expect(sales.getByText('振込できる金額', { exact: true })).toBeVisible();

  await test.step('returns without registering', async () => {
    // A repetition of this test finds the account of the first run.
    await sales.getByRole('button', { name: /^(振込先を登録する|登録を続ける|変更する)$/ }).click();
    await page.getByRole('button', { name: '登録せずに戻る' }).click();
    await expect(page).toHaveURL(`${url}/org/settings#sales`);
  });

  await sales.getByRole('button', { name: /^(登録を続ける|変更する)$/ }).click();
  await page.getByRole('button', { name: '登録したことにする' }).click();
  await expect(page).toHaveURL(`${url}/org/settings#sales`);
  await expect(sales.getByText(/^STRIPE TEST BANK 末尾\d{4}$/)).toBeVisible();
  await expect(sales.getByRole('heading', { name: '履歴', exact: true })).toBeVisible();
});
