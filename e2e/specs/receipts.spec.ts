import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { accessibilityFindings, expect, signInByApi, test } from '../fixtures/test';

test('a receipt is issued from the purchase history, downloaded, and reissued to another addressee', async ({
  page,
}) => {
  await signInByApi(page.context(), sharedProduct.url, 'adult');
  await page.goto('/settings#history');
  const history = page.getByRole('region', { name: '購入履歴' });
  await history.getByRole('combobox', { name: '種類' }).selectOption('チケット');
  await history
    .getByRole('link', { name: /^領収書を開く/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: '領収書' })).toBeVisible();
  const paper = page.getByRole('article');

  // A repetition of this test finds the versions of the first run.
  const addressee = `株式会社${Date.now().toString(36)}`;
  await page.getByRole('button', { name: /^(領収書を発行する|宛名を変えて再発行)$/ }).click();
  await page.getByRole('textbox', { name: '宛名' }).fill(addressee);
  await page.getByRole('button', { name: /^(発行する|再発行する)$/ }).click();
  await expect(paper).toContainText(`${addressee} 様`);
  await expect(paper).toContainText(/R-\d{4}-\d{6}/);
  await settled(page);
  expect(await accessibilityFindings(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^R-\d{4}-\d{6}-\d+\.pdf$/);

  await page.getByRole('button', { name: '宛名を変えて再発行' }).click();
  await page.getByRole('textbox', { name: '宛名' }).fill(`${addressee} 経理部`);
  await page.getByRole('button', { name: '再発行する' }).click();
  await expect(paper.getByText('再発行', { exact: true })).toBeVisible();
  await expect(page.getByText(`宛名 ${addressee} 経理部`)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await accessibilityFindings(page)).toEqual([]);
});
