import type { ApiKey } from '@manabiba/shared/contract/api-keys';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { webhookTypes } from '@manabiba/shared/contract/webhook-types';
import type { Webhook, WebhookDelivery } from '@manabiba/shared/contract/webhooks';
import {
  createApiKey,
  createWebhook,
  deleteApiKey,
  deleteWebhook,
  listApiKeys,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@manabiba/shared/data/endpoints';
import { aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { IntegrationCard } from './integration-card';

const place = { path: '/settings', pattern: '*' };
const dialog = () => within(screen.getByRole('dialog'));

describe('API keys', () => {
  const key: ApiKey = {
    id: 'key_1',
    name: '予約サイト',
    prefix: 'mnb_aB3dEf9h',
    scopes: ['events:read'],
    createdAt: inMinutes(-9000),
    expiresAt: inMinutes(90_000),
    lastUsedOn: null,
  };
  const setUp = ({ items = [key], me = aMe('adult') }: { items?: ApiKey[]; me?: SignedInMe } = {}) => {
    const network = new FakeNetwork()
      .answer(listApiKeys, { items })
      .answer(createApiKey, { ...key, id: 'key_2', key: 'mnb_shown' });
    return { ...renderWithApp(<IntegrationCard id="api-keys" me={me} />, { ...place, me, network }), network };
  };

  it('are listed with what they may do, when they were used and until when they are valid', async () => {
    setUp({ items: [key, { ...key, id: 'key_2', expiresAt: inMinutes(-10), lastUsedOn: '2026-01-02' }] });
    const [valid, expired] = await screen.findAllByRole('listitem');
    expect(valid).toHaveTextContent(/予約サイトmnb_aB3dEf9h…events:readまだ使われていません.+まで有効/);
    expect(expired).toHaveTextContent(/最終利用.+に期限切れ/);
  });

  it('are created with a name, scopes and the password, and shown once', async () => {
    const { user, network } = setUp({ items: [] });
    await user.click(await screen.findByRole('button', { name: 'APIキーを作成' }));
    await user.click(dialog().getByRole('button', { name: '作成する' }));
    for (const sentence of [
      'APIキーの名前を入力してください。',
      '権限を1つ以上選んでください。',
      '現在のパスワードを入力してください。',
    ])
      expect(await dialog().findByText(sentence)).toBeInTheDocument();
    expect(network.calls(createApiKey)).toHaveLength(0);
    await user.type(dialog().getByRole('textbox', { name: '名前' }), '予約サイト');
    await user.click(dialog().getByRole('checkbox', { name: '参加者の受付を記録する' }));
    await user.selectOptions(dialog().getByRole('combobox', { name: '有効期間' }), '30日');
    await user.type(dialog().getByLabelText('現在のパスワード'), 'sakura');
    await user.click(dialog().getByRole('button', { name: '作成する' }));
    expect(await dialog().findByRole('textbox', { name: 'APIキー' })).toHaveValue('mnb_shown');
    expect(network.calls(createApiKey)[0]?.body).toEqual({
      name: '予約サイト',
      scopes: ['attendees:write'],
      days: 30,
      currentPassword: 'sakura',
    });
    await user.click(dialog().getByRole('button', { name: '保管しました' }));
    expect(screen.queryByDisplayValue('mnb_shown')).not.toBeInTheDocument();
  });

  it('are revoked after confirmation', async () => {
    const { user, network } = setUp();
    network.answer(deleteApiKey, undefined as never);
    await user.click(await screen.findByRole('button', { name: 'APIキー「予約サイト」を無効にする' }));
    expect(network.calls(deleteApiKey)).toHaveLength(0);
    await user.click(dialog().getByRole('button', { name: '無効にする' }));
    expect(await screen.findByText('APIキーを無効にしました。')).toBeInTheDocument();
    expect(network.calls(deleteApiKey)[0]?.params).toEqual({ id: 'key_1' });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'APIキー' })).toHaveFocus());
  });

  it.each([
    ['the address is not verified', { me: aMe('adult', { state: 'email_unverified' }) }, /確認が済むと/],
    [
      'the address of a professional is not verified',
      { me: aMe('professional', { state: 'documents_required', fromFirebase: { emailVerified: false } }) },
      /確認が済むと/,
    ],
    ['there are ten', { items: Array.from({ length: 10 }, (_, n) => ({ ...key, id: `key_${n}` })) }, /10個まで/],
  ])('cannot be created while %s', async (_what, given, sentence) => {
    setUp(given);
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'APIキーを作成' })).not.toBeInTheDocument();
  });

  it('can be created when some of ten have expired', async () => {
    const items = Array.from({ length: 10 }, (_, n) => ({ ...key, id: `key_${n}`, expiresAt: inMinutes(n - 1) }));
    setUp({ items });
    expect(await screen.findByRole('button', { name: 'APIキーを作成' })).toBeInTheDocument();
  });

  it('can be asked for again when they did not load', async () => {
    const network = new FakeNetwork().refuse(listApiKeys, 'internal');
    const me = aMe('adult');
    const { user } = renderWithApp(<IntegrationCard id="api-keys" me={me} />, { ...place, me, network });
    await screen.findByText('APIキーを表示できませんでした。');
    network.answer(listApiKeys, { items: [key] });
    await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
    expect(await screen.findByText('予約サイト')).toBeInTheDocument();
  });
});

describe('webhooks', () => {
  const url = 'https://hooks.example.com/manabiba';
  const webhook: Webhook = {
    id: 'whk_1',
    url,
    types: ['ticket.confirmed'],
    createdAt: inMinutes(-9000),
    failingSince: null,
    stoppedAt: null,
    previousSecretUntil: null,
  };
  const delivery: WebhookDelivery = {
    id: 'whd_1',
    type: 'ticket.confirmed',
    createdAt: inMinutes(-5),
    state: 'failed',
    attempts: 10,
    nextAttemptAt: null,
    status: 500,
    durationMs: 120,
    answer: '壊れています',
  };
  const me = aMe('professional');
  const setUp = ({ items = [webhook], log = [delivery] }: { items?: Webhook[]; log?: WebhookDelivery[] } = {}) => {
    const network = new FakeNetwork()
      .answer(listWebhooks, { items })
      .answer(listWebhookDeliveries, { items: log })
      .answer(createWebhook, { ...webhook, secret: 'whsec_shown' })
      .answer(updateWebhook, webhook)
      .answer(rotateWebhookSecret, { secret: 'whsec_new', previousSecretUntil: inMinutes(1440) });
    return { ...renderWithApp(<IntegrationCard id="webhooks" me={me} />, { ...place, me, network }), network };
  };

  it('are created with an address and types, and show their secret once', async () => {
    const { user, network } = setUp({ items: [] });
    await user.click(await screen.findByRole('button', { name: 'Webhookを登録' }));
    await user.click(dialog().getByRole('button', { name: '登録する' }));
    expect(await dialog().findByText('https:// から始まるURLを入力してください。')).toBeInTheDocument();
    await user.type(dialog().getByRole('textbox', { name: '送信先のURL' }), url);
    await user.click(dialog().getByRole('checkbox', { name: 'イベントが終わったとき' }));
    await user.click(dialog().getByRole('button', { name: '登録する' }));
    expect(await dialog().findByRole('textbox', { name: '秘密鍵' })).toHaveValue('whsec_shown');
    expect(dialog().getByRole('button', { name: '閉じる' })).toBeDisabled();
    const types = webhookTypes.filter((type) => type !== 'event.ended');
    expect(network.calls(createWebhook)[0]?.body).toEqual({ url, types });
  });

  it('say since when they fail or are stopped, and run again', async () => {
    const { user, network } = setUp({
      items: [
        { ...webhook, failingSince: inMinutes(-60) },
        { ...webhook, id: 'whk_2', url: 'https://old.example.com/', stoppedAt: inMinutes(-60) },
      ],
    });
    const [failing, stopped] = await screen.findAllByRole('listitem');
    expect(failing).toHaveTextContent(/から送信できていません/);
    expect(stopped).toHaveTextContent(/から停止中/);
    expect(screen.queryByRole('button', { name: 'https://old.example.com/ テスト送信' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'https://old.example.com/ 再開' }));
    await screen.findByText('Webhookを再開しました。');
    expect(network.calls(updateWebhook)[0]).toMatchObject({ params: { id: 'whk_2' }, body: { isStopped: false } });
  });

  it('show how deliveries ended, and send one again', async () => {
    const { user, network } = setUp();
    network.answer(resendWebhookDelivery, { ...delivery, state: 'pending' });
    await user.click(await screen.findByRole('button', { name: `${url} 送信の記録` }));
    const row = await dialog().findByRole('listitem');
    expect(row).toHaveTextContent(/申し込みが確定したとき.+失敗\(500\)120ミリ秒.*壊れています/);
    await user.click(dialog().getByRole('button', { name: /再送$/ }));
    await waitFor(() => expect(network.calls(resendWebhookDelivery)).toHaveLength(1));
    expect(network.calls(resendWebhookDelivery)[0]?.params).toEqual({ id: 'whk_1', deliveryId: 'whd_1' });
  });

  it('are tested, which shows the deliveries', async () => {
    const { user, network } = setUp({ log: [] });
    network.answer(testWebhook, { ...delivery, type: 'test', state: 'pending', attempts: 0 });
    await user.click(await screen.findByRole('button', { name: `${url} テスト送信` }));
    expect(await dialog().findByText('まだ何も送信していません。')).toBeInTheDocument();
    expect(network.calls(testWebhook)).toHaveLength(1);
  });

  it('get a new secret, which only its button closes, and keep unsaved input', async () => {
    const { user, network } = setUp();
    const answer = network.hold(rotateWebhookSecret);
    await user.click(await screen.findByRole('button', { name: `${url} 変更` }));
    await user.type(dialog().getByRole('textbox', { name: '送信先のURL' }), '/v2');
    await user.click(dialog().getByRole('button', { name: '新しい秘密鍵' }));
    expect(dialog().getByRole('button', { name: '閉じる' })).toBeDisabled();
    answer({ secret: 'whsec_new', previousSecretUntil: inMinutes(1440) });
    expect(await screen.findByRole('textbox', { name: '秘密鍵' })).toHaveValue('whsec_new');
    expect(dialog().getByRole('button', { name: '閉じる' })).toBeDisabled();
    await user.click(dialog().getByRole('button', { name: '保管しました' }));
    expect(dialog().getByRole('textbox', { name: '送信先のURL' })).toHaveValue(`${url}/v2`);
  });

  it('are deleted after confirmation', async () => {
    const { user, network } = setUp();
    network.answer(deleteWebhook, undefined as never);
    await user.click(await screen.findByRole('button', { name: `${url} 削除` }));
    await user.click(dialog().getByRole('button', { name: '削除する' }));
    expect(await screen.findByText('Webhookを削除しました。')).toBeInTheDocument();
    expect(network.calls(deleteWebhook)[0]?.params).toEqual({ id: 'whk_1' });
  });
});
