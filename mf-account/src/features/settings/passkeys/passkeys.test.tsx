import type { Passkey } from '@manabiba/shared/contract/passkeys';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import {
  createPasskey,
  createPasskeyChallenge,
  deletePasskey,
  listPasskeys,
  renamePasskey,
} from '@manabiba/shared/data/endpoints';
import { aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { useFakeAuthenticator } from '@manabiba/shared/testing/fake-authenticator';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { PasskeysCard } from './passkeys-card';

const me = aMe('adult');
const phone: Passkey = { id: 'psk_1', name: 'iPhone', createdAt: inMinutes(-9000), lastUsedAt: inMinutes(-200) };
const challenge = {
  challengeId: 'pkc_1',
  options: {
    challenge: 'Y2hhbGxlbmdl',
    timeout: 300_000,
    rp: { id: 'localhost', name: 'まなびば' },
    user: { id: 'dXNy', name: 'saki.miyashita@example.jp', displayName: '紗季' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  },
};

async function setUp({ items = [phone], who = me }: { items?: Passkey[]; who?: SignedInMe } = {}) {
  const network = new FakeNetwork()
    .answer(listPasskeys, { items })
    .answer(createPasskeyChallenge, challenge)
    .answer(createPasskey, { ...phone, id: 'psk_2', lastUsedAt: null });
  const page = renderWithApp(<PasskeysCard id="passkeys" me={who} />, {
    me: who,
    network,
    path: '/settings',
    pattern: '*',
  });
  await screen.findByText(/パスワードを入力せずにログインできます/);
  await waitFor(() => expect(network.calls(listPasskeys)).not.toHaveLength(0));
  const dialog = () => within(screen.getByRole('dialog'));
  const openAdd = async () => page.user.click(await screen.findByRole('button', { name: 'パスキーを追加' }));
  return { ...page, network, dialog, openAdd };
}

it('lists passkeys with when they were used and registered', async () => {
  await setUp({ items: [phone, { ...phone, id: 'psk_2', name: 'PC', lastUsedAt: null }] });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(/^iPhone最終利用 3時間前.+に登録/);
  expect(second).toHaveTextContent(/^PCまだ使われていません/);
});

describe('adding', () => {
  const authenticator = useFakeAuthenticator();

  it('takes a name and the password, then the answer of the device', async () => {
    const { user, network, dialog, openAdd } = await setUp({ items: [] });
    await openAdd();
    await user.click(dialog().getByRole('button', { name: '続ける' }));
    expect(await dialog().findByText('現在のパスワードを入力してください。')).toBeInTheDocument();
    expect(network.calls(createPasskeyChallenge)).toHaveLength(0);
    await user.clear(dialog().getByRole('textbox', { name: 'パスキーの名前' }));
    await user.type(dialog().getByRole('textbox', { name: 'パスキーの名前' }), '家のPC');
    await user.type(dialog().getByLabelText('現在のパスワード'), 'sakura');
    await user.click(dialog().getByRole('button', { name: '続ける' }));
    await screen.findByText('パスキーを登録しました。次回から、パスキーでログインできます。');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(network.calls(createPasskeyChallenge)[0]?.body).toEqual({ currentPassword: 'sakura' });
    expect(network.calls(createPasskey)[0]?.body).toMatchObject({
      challengeId: 'pkc_1',
      name: '家のPC',
      attestation: { id: 'a2V5', response: { attestationObject: 'YXR0ZXN0YXRpb24' } },
    });
  });

  it.each([
    ['is no error when the user closes the dialog of the browser', 'NotAllowedError', null],
    ['says that the device has one', 'InvalidStateError', 'この端末のパスキーは、すでに登録されています。'],
    ['says that it did not work', 'UnknownError', 'パスキーを確認できませんでした。もう一度お試しください。'],
  ])('%s, and can be tried again', async (_what, error, sentence) => {
    const { user, network, dialog, openAdd } = await setUp();
    await openAdd();
    await user.type(dialog().getByLabelText('現在のパスワード'), 'sakura');
    authenticator.failsWith = error;
    await user.click(dialog().getByRole('button', { name: '続ける' }));
    await waitFor(() => expect(dialog().getByRole('button', { name: '続ける' })).toBeEnabled());
    if (sentence) expect(await dialog().findByRole('alert')).toHaveTextContent(sentence);
    else expect(dialog().queryByRole('alert')).not.toBeInTheDocument();
    expect(network.calls(createPasskey)).toHaveLength(0);
    await user.click(dialog().getByRole('button', { name: '続ける' }));
    await waitFor(() => expect(network.calls(createPasskey)).toHaveLength(1));
  });

  it('asks an account without a password for none, and shows why the api refuses', async () => {
    const { user, network, dialog, openAdd } = await setUp({ who: aMe('adult', { hasPassword: false }) });
    network.refuse(createPasskeyChallenge, 'conflict');
    await openAdd();
    expect(dialog().queryByLabelText('現在のパスワード')).not.toBeInTheDocument();
    await user.click(dialog().getByRole('button', { name: '続ける' }));
    expect(await dialog().findByRole('alert')).toHaveTextContent('ほかの操作と重なりました。');
    expect(network.calls(createPasskeyChallenge)[0]?.body).toEqual({});
    expect(authenticator.asked).toHaveLength(0);
  });
});

it('says when the browser has no passkeys', async () => {
  const { user, dialog, openAdd } = await setUp();
  await openAdd();
  await user.type(dialog().getByLabelText('現在のパスワード'), 'sakura');
  await user.click(dialog().getByRole('button', { name: '続ける' }));
  expect(await dialog().findByRole('alert')).toHaveTextContent('このブラウザーではパスキーを使えません。');
});

it.each([
  ['the address is not verified', { who: aMe('adult', { state: 'email_unverified' }) }, /メールアドレスの確認が済むと/],
  ['there are ten', { items: Array.from({ length: 10 }, (_, n) => ({ ...phone, id: `psk_${n}` })) }, /10個まで/],
])('offers none to add while %s', async (_what, given, sentence) => {
  await setUp(given);
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'パスキーを追加' })).not.toBeInTheDocument();
});

it('renames a passkey', async () => {
  const { user, network, dialog } = await setUp();
  network.answer(renamePasskey, { ...phone, name: '古いiPhone' });
  await user.click(await screen.findByRole('button', { name: 'パスキー「iPhone」の名前を変更' }));
  await user.type(dialog().getByRole('textbox', { name: 'パスキーの名前' }), '2');
  await user.click(dialog().getByRole('button', { name: '保存する' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(network.calls(renamePasskey)[0]).toMatchObject({ params: { id: 'psk_1' }, body: { name: 'iPhone2' } });
});

it('deletes a passkey after confirmation', async () => {
  const { user, network, dialog } = await setUp();
  network.answer(deletePasskey, undefined as never);
  await user.click(await screen.findByRole('button', { name: 'パスキー「iPhone」を削除' }));
  expect(network.calls(deletePasskey)).toHaveLength(0);
  await user.click(dialog().getByRole('button', { name: '削除する' }));
  expect(await screen.findByText('パスキーを削除しました。')).toBeInTheDocument();
  expect(network.calls(deletePasskey)[0]?.params).toEqual({ id: 'psk_1' });
  await waitFor(() => expect(screen.getByRole('heading', { name: 'パスキー' })).toHaveFocus());
});
