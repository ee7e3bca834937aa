import type { SignedInMe } from '@manabiba/shared/contract/users';
import { getMe, resendEmailVerification } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { screen, waitFor } from '@testing-library/react';

import { renderShell } from '../testing/render-shell';

const unverified = (changes: Partial<SignedInMe> = {}) =>
  aMe('adult', { state: 'email_unverified', fromFirebase: { emailVerified: false }, ...changes });

async function openDialog(network = new FakeNetwork(), me = unverified()) {
  const shell = renderShell({ me, path: '/', network });
  await shell.user.click(await screen.findByRole('button', { name: '確認メールを再送' }));
  const dialog = await screen.findByRole('dialog', { name: '確認メールを再送' });
  return { ...shell, dialog, send: () => shell.user.click(screen.getByRole('button', { name: '再送する' })) };
}

it.each<[string, SignedInMe]>([
  ['a verified address', aMe('adult')],
  ['no address', aMe('school', { fromFirebase: { emailVerified: false } })],
])('shows no resend button to a user with %s', (_what, me) => {
  renderShell({ me, path: '/' });
  expect(screen.queryByRole('button', { name: '確認メールを再送' })).not.toBeInTheDocument();
});

it('shows the address, waits for the response, closes on success and confirms', async () => {
  const network = new FakeNetwork();
  const answer = network.hold(resendEmailVerification);
  const { dialog, send } = await openDialog(network);
  expect(dialog).toHaveTextContent(
    'saki.miyashita@example.jp に確認メールを送ります。届かない場合は、迷惑メールフォルダもご確認ください。',
  );
  await send();
  expect(screen.getByRole('button', { name: '送信中…' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'キャンセル' })).toBeDisabled();
  answer({ ok: true, isDelayed: false });
  expect(await screen.findByText('確認メールを再送しました。')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(network.calls(resendEmailVerification)).toHaveLength(1);
});

it.each([
  ['resend_too_often', '送信回数が上限に達しました。しばらくしてからもう一度お試しください。'],
  ['internal', '問題が発生しました。もう一度お試しください。'],
] as const)('shows a toast for %s and keeps the dialog open for a retry', async (code, sentence) => {
  const { send } = await openDialog(new FakeNetwork().refuse(resendEmailVerification, code));
  await send();
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '再送する' })).toBeEnabled();
});

it('has nothing left to send once the address was verified elsewhere', async () => {
  const me = unverified();
  const { network, send } = await openDialog(new FakeNetwork().refuse(resendEmailVerification, 'already'), me);
  network.answer(getMe, { ...me, state: 'active', fromFirebase: { emailVerified: true } });
  await send();
  expect(await screen.findByText('メールアドレスはすでに確認されています。')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: '確認メールを再送' })).not.toBeInTheDocument());
});
