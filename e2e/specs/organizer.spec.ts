import type { Page } from '@playwright/test';

import { aPhotograph } from '../fixtures/account/photograph';
import { ApiPerson } from '../fixtures/api-person';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { anotherBrowser } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';

// An organizer's journey from an empty form to a cancelled event, on its own product because other specs count its
// events.

test.describe.configure({ timeout: 180_000, mode: 'serial' });

const TITLE = '夜空の写真を撮る';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const editor = (page: Page) => page.getByRole('button', { name: '保存する' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Creates a draft in the dialog of /org/events, which opens in the editor. */
async function createDraft(page: Page, title: string): Promise<void> {
  await page.goto('/org/events');
  await page.getByRole('button', { name: 'イベントをつくる' }).click();
  await dialog(page, 'イベントをつくる').getByRole('textbox', { name: '題名' }).fill(title);
  await dialog(page, 'イベントをつくる').getByRole('button', { name: '下書きをつくる' }).click();
  await expect(page.getByRole('heading', { name: '公開の準備' })).toBeVisible();
}

async function chooseCover(page: Page): Promise<void> {
  const file = {
    name: 'cover.jpg',
    mimeType: 'image/jpeg',
    buffer: await aPhotograph(page, { width: 1280, height: 720 }),
  };
  await page.getByLabel('表紙の画像ファイル').setInputFiles(file);
  await expect(page.getByRole('button', { name: '画像を変更する' })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await editor(page).click();
  await expect(page.getByText(/に保存しました$/)).toBeVisible();
}

async function addTicket(
  page: Page,
  { name, price, quota }: { name: string; price: string; quota: string },
): Promise<void> {
  await region(page, 'チケット').getByRole('button', { name: 'チケットを追加する' }).click();
  const form = dialog(page, 'チケットを追加する');
  await form.getByRole('textbox', { name: '名前' }).fill(name);
  await form.getByRole('textbox', { name: /^価格/ }).fill(price);
  await form.getByRole('textbox', { name: '席の数' }).fill(quota);
  await form.getByRole('button', { name: '追加する' }).click();
  await expect(form).toBeHidden();
}

test('an organizer creates, publishes, sells and cancels an event; the buyer is refunded and notified', async ({
  page,
  context,
  browser,
  product,
  complaints,
}) => {
  complaints.allow(/status of 422/);
  const { url } = product;
  await (await ApiPerson.demo(url, 'host')).useIn(context);

  await test.step('writes a draft, with its checklist', async () => {
    await createDraft(page, TITLE);
    const panel = page.getByRole('complementary', { name: '公開の準備' });
    await expect(panel.getByText('あと3つで公開できます。')).toBeVisible();
    await expect(panel.getByRole('button', { name: '公開する' })).toBeDisabled();
    await panel.getByRole('button', { name: '説明を入力する' }).click();
    await expect(page.getByRole('textbox', { name: '説明' })).toBeFocused();
    await page.getByRole('textbox', { name: '説明' }).fill('星の軌跡を、手元のカメラで撮ります。');
    await chooseCover(page);
    await save(page);
    await addTicket(page, { name: '見学', price: '0', quota: '' });
    await addTicket(page, { name: '一般', price: '１，５００', quota: '10' });
    await expect(region(page, 'チケット').getByRole('row', { name: /一般.*1,500円.*10/ })).toBeVisible();
    await expect(panel.getByRole('link', { name: '売上と振込で登録する' })).toBeVisible();
  });

  await test.step('registers for payouts and publishes', async () => {
    const editUrl = page.url();
    await page.getByRole('link', { name: '売上と振込で登録する' }).click();
    await region(page, '売上と振込')
      .getByRole('button', { name: /^(振込先を登録する|登録を続ける)$/ })
      .click();
    await page.getByRole('button', { name: '登録したことにする' }).click();
    await expect(region(page, '売上と振込').getByText(/^STRIPE TEST BANK 末尾\d{4}$/)).toBeVisible();
    await page.goto(editUrl);
    await page.getByRole('button', { name: '公開する' }).click();
    await dialog(page, 'イベントを公開しますか').getByRole('button', { name: '公開する' }).click();
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
    await expect(page.getByText('まだ申し込みはありません。')).toBeVisible();
  });
  const id = /\/events\/([^/]+)\/edit/.exec(page.url())?.[1] ?? '';

  const { api: buyer } = await aVerifiedPerson(product);
  const other = await anotherBrowser(browser);
  await buyer.useIn(other.context);
  await test.step('a buyer pays for a ticket', async () => {
    const { tickets } = await buyer.must('GET', `/events/${id}`);
    const ticket = tickets.find(({ price }: { price: number }) => price > 0);
    await other.page.goto(`${url}/events/${id}/checkout?ticket=${ticket.id}`);
    const fields = other.page.frameLocator('iframe[title="カード"]');
    await fields.getByLabel('カード番号').fill('4242424242424242');
    await fields.getByLabel('有効期限').fill('12 / 34');
    await fields.getByLabel('セキュリティコード').fill('123');
    await other.page.getByRole('button', { name: '1,500円を支払う' }).click();
    await expect(other.page.getByRole('heading', { name: 'お支払いが完了しました。' })).toBeVisible();
  });

  await test.step('the organizer sees the sale and the buyer', async () => {
    await page.reload();
    const sold = page.getByRole('term').filter({ hasText: '売上(税込)' }).locator('xpath=..');
    await expect(sold).toContainText('1,500円');
    await page.getByText('数字で見る').click();
    await expect(page.getByRole('table').getByRole('row', { name: /1件.*1,500円/ })).toBeVisible();
    await page.getByRole('link', { name: /^参加者/ }).click();
    const row = page.getByRole('row', { name: new RegExp(buyer.nickname) });
    await expect(row).toContainText('申込済み');
    await page.getByRole('searchbox', { name: '名前かメールアドレス' }).fill('だれでもない人');
    await page.getByRole('button', { name: 'さがす' }).click();
    await expect(page.getByText('当てはまる方はいません。')).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSVでダウンロード' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole('link', { name: '編集', exact: true }).click();
    await expect(page.getByText('すでに申し込みがあるため、変更できません。')).toBeVisible();
  });

  await test.step('cancels the event after reading the consequences', async () => {
    await page.getByRole('link', { name: '概要' }).click();
    const stop = page.getByRole('button', { name: '中止して全額返金' });
    await expect(page.getByText(/^1,500円を全額返金します。/)).toBeVisible();
    await expect(stop).toBeDisabled();
    await page.getByRole('textbox', { name: /「中止する」と入力/ }).fill('中止する');
    await stop.click();
    await expect(page.getByText('参加者に届く理由を入力してください。')).toBeVisible();
    await page.getByRole('textbox', { name: /^理由/ }).fill('雨の予報のため、中止いたします。');
    await stop.click();
    await expect(page.getByText('中止の理由: 雨の予報のため、中止いたします。')).toBeVisible();
  });

  await test.step('the buyer is refunded and sees the refund', async () => {
    await expect
      .poll(async () => (await buyer.must('GET', `/events/${id}`)).myParticipation?.state, { timeout: 30_000 })
      .toBe('refunded');
    await other.page.goto(`${url}/tickets?tab=refunded`);
    await expect(other.page.getByRole('main')).toContainText(TITLE);
    await expect(other.page.getByRole('main')).toContainText('1,500円');
  });
  await other.context.close();
});

test(
  'errors are shown at their fields, and all input is kept',
  { tag: '@full' },
  async ({ page, context, product, complaints }) => {
    complaints.allow(/status of 4\d\d|ERR_INTERNET_DISCONNECTED|Failed to load/);
    await (await ApiPerson.demo(product.url, 'host')).useIn(context);
    await createDraft(page, '星座の名前');
    const title = page.getByRole('textbox', { name: '題名' });
    const start = page.getByRole('textbox', { name: '開始', exact: true });

    await title.fill('');
    await page.getByRole('textbox', { name: '説明' }).fill('北の空から順に。');
    await editor(page).click();
    await expect(page.getByText('題名を入力してください。')).toBeVisible();
    await title.fill('星座の名前とその由来');
    await start.fill('2020/01/01 10:00');
    await page.getByRole('textbox', { name: '終了', exact: true }).fill('2020/01/01 11:00');
    await editor(page).click();
    await expect(start).toHaveAccessibleDescription(/開始日時は現在より後を指定してください。/);
    await expect(page.getByRole('textbox', { name: '説明' })).toHaveValue('北の空から順に。');

    await test.step('leaving asks for confirmation', async () => {
      await page.getByRole('link', { name: 'イベントの管理' }).first().click();
      await dialog(page, '変更が保存されていません').getByRole('button', { name: '編集を続ける' }).click();
      await expect(title).toHaveValue('星座の名前とその由来');
    });

    await test.step('offline changes are kept and saved later', async () => {
      await page.reload();
      await title.fill('星座の名前とその由来');
      await context.setOffline(true);
      await editor(page).click();
      await expect(page.getByRole('alert').filter({ hasText: '通信できませんでした。' })).toBeVisible();
      await expect(title).toHaveValue('星座の名前とその由来');
      await context.setOffline(false);
      await save(page);
    });

    await test.step('a concurrent edit in another window is a conflict', async () => {
      const second = await context.newPage();
      await second.goto(page.url());
      await second.getByRole('textbox', { name: '題名' }).fill('ほかの窓の題名');
      await save(second);
      await second.close();
      await title.fill('この窓の題名');
      await page.getByRole('textbox', { name: '説明' }).fill('この窓の説明');
      await editor(page).click();
      await expect(page.getByText(/別の画面で、題名が変更されています。/)).toBeVisible();
      await page.getByRole('button', { name: '別の画面の内容にする' }).click();
      await expect(title).toHaveValue('ほかの窓の題名');
      await expect(page.getByRole('textbox', { name: '説明' })).toHaveValue('この窓の説明');
      await save(page);
    });
  },
);
