import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { ApiPerson } from '../fixtures/api-person';
import { caughtMails } from '../fixtures/mails';
import { sharedProduct as product } from '../fixtures/running-product';
import { accessibilityFindings, expect, test } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { SettingsPage } from '../pages/account/settings-page';

test('an API key made in the settings calls what it may, until it is revoked', async ({ page, context }) => {
  test.setTimeout(90_000);
  const person = await aVerifiedPerson(product);
  await person.api.useIn(context);
  const settings = new SettingsPage(page);
  await settings.open('api-keys');
  await settings.apiKeys.getByRole('button', { name: 'APIキーを作成' }).click();
  await settings.dialog.getByRole('textbox', { name: '名前' }).fill('予約サイト');
  await settings.dialog.getByRole('checkbox', { name: /^イベントを読む/ }).check();
  await settings.dialog.getByLabel('現在のパスワード').fill(person.password);
  expect(await accessibilityFindings(page)).toEqual([]);
  await settings.dialog.getByRole('button', { name: '作成する' }).click();
  const key = await settings.dialog.getByRole('textbox', { name: 'APIキー' }).inputValue();
  await settings.dialog.getByRole('button', { name: '保管しました' }).click();

  const call = async (method: string, path: string) => {
    const answer = await fetch(`${product.url}/v1${path}`, { method, headers: { authorization: `Bearer ${key}` } });
    const { code } = (await answer.json()) as { code?: string };
    return [answer.status, code];
  };
  expect(await call('GET', '/org/events')).toEqual([200, undefined]);
  expect(await call('GET', '/me')).toEqual([403, 'scope_required']);
  expect(await call('POST', '/org/events')).toEqual([403, 'scope_required']);
  await caughtMails(product, person.email, 'APIキーの作成のお知らせ');

  const row = settings.apiKeys.getByRole('listitem').filter({ hasText: '予約サイト' });
  await row.getByRole('button', { name: '無効にする' }).click();
  await settings.dialog.getByRole('button', { name: '無効にする' }).click();
  await expect(row).toHaveCount(0);
  await expect(settings.apiKeys.getByRole('heading', { name: 'APIキー' })).toBeFocused();
  expect(await call('GET', '/org/events')).toEqual([401, 'unauthenticated']);
});

test('a webhook registered by an organizer is tested, arrives signed, and is in the log', async ({ page, context }) => {
  test.setTimeout(90_000);
  const received: { id: string; at: string; signature: string; body: string }[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const name = (part: string) => String(request.headers[`webhook-${part}`]);
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ id: name('id'), at: name('timestamp'), signature: name('signature'), body });
      response.end('受け取りました');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;

  await (await ApiPerson.demo(product.url, 'host')).useIn(context);
  const settings = new SettingsPage(page);
  await settings.open('webhooks');
  await settings.webhooks.getByRole('button', { name: 'Webhookを登録' }).click();
  await settings.dialog.getByRole('textbox', { name: '送信先のURL' }).fill(url);
  expect(await accessibilityFindings(page)).toEqual([]);
  await settings.dialog.getByRole('button', { name: '登録する' }).click();
  const secret = await settings.dialog.getByRole('textbox', { name: '秘密鍵' }).inputValue();
  await settings.dialog.getByRole('button', { name: '保管しました' }).click();

  await settings.webhooks.getByRole('button', { name: `${url} テスト送信` }).click();
  const delivery = settings.dialog.getByRole('listitem').filter({ hasText: 'テスト送信' });
  await expect(delivery).toContainText('送信済み(200)');
  await expect(delivery).toContainText('受け取りました');
  expect(received).toHaveLength(1);
  const [{ id, at, signature, body } = { id: '', at: '', signature: '', body: '' }] = received;
  expect(JSON.parse(body)).toMatchObject({ type: 'test' });
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`);
  await page.keyboard.press('Escape');

  await settings.webhooks.getByRole('button', { name: `${url} 削除` }).click();
  await settings.dialog.getByRole('button', { name: '削除する' }).click();
  await expect(settings.webhooks.getByRole('listitem').filter({ hasText: url })).toHaveCount(0);
  await expect(settings.webhooks.getByRole('heading', { name: 'Webhook' })).toBeFocused();
  receiver.closeAllConnections();
  receiver.close();
});
