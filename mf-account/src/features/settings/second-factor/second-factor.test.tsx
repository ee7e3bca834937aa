import type { SecondFactor } from '@manabiba/shared/contract/second-factor';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import {
  confirmSecondFactor,
  deleteSecondFactor,
  enrolSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '@manabiba/shared/data/endpoints';
import { aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { SecondFactorCard } from './second-factor-card';

const on: SecondFactor = { since: inMinutes(-9000), recoveryCodesLeft: 10 };
const codes = ['ABCDE-FGH23', 'JKLMN-PQR45'];

async function setUp({ first = null, who = aMe('adult') }: { first?: SecondFactor | null; who?: SignedInMe } = {}) {
  const world = { secondFactor: first };
  const network = new FakeNetwork()
    .answer(getSecondFactor, () => world)
    .answer(enrolSecondFactor, { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/manabiba?secret=ABCDEFGHIJ' })
    .answer(confirmSecondFactor, () => {
      world.secondFactor = on;
      return { recoveryCodes: codes };
    })
    .answer(renewRecoveryCodes, { recoveryCodes: codes })
    .answer(deleteSecondFactor, () => void (world.secondFactor = null));
  const page = renderWithApp(<SecondFactorCard id="second-factor" me={who} />, {
    me: who,
    network,
    path: '/settings',
    pattern: '*',
  });
  await screen.findByText(/スマートフォンの認証アプリのコードをたずねます/);
  const dialog = () => within(screen.getByRole('dialog'));
  const click = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
  return { ...page, network, dialog, click };
}

it('is turned on with the password and a code, and shows the recovery codes until they were saved', async () => {
  const { user, network, dialog, click } = await setUp();
  await click('二段階認証を設定');
  await user.click(dialog().getByRole('button', { name: '続ける' }));
  expect(dialog().getByText('現在のパスワードを入力してください。')).toBeInTheDocument();
  await user.type(dialog().getByLabelText('現在のパスワード'), 'sakura{Enter}');
  expect(await dialog().findByRole('img', { name: '認証アプリで読み取るQRコード' })).toBeInTheDocument();
  expect(dialog().getByText('ABCD EFGH IJ')).toBeInTheDocument();
  await user.type(dialog().getByRole('textbox', { name: 'アプリに表示された6桁のコード' }), '123456{Enter}');
  const list = within(await dialog().findByRole('list', { name: '回復コード' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
  await user.keyboard('{Escape}');
  await user.click(dialog().getByRole('button', { name: '保存しました' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(await screen.findByText('オン')).toBeInTheDocument();
  expect(network.calls(enrolSecondFactor).map(({ body }) => body)).toEqual([{ currentPassword: 'sakura' }]);
  expect(network.calls(confirmSecondFactor).map(({ body }) => body)).toEqual([{ code: '123456' }]);
});

it('keeps a wrong code in its field, with what is wrong', async () => {
  const { user, network, dialog, click } = await setUp();
  network.refuse(confirmSecondFactor, 'invalid', { fields: { code: 'コードが正しくありません。' } });
  await click('二段階認証を設定');
  await user.type(dialog().getByLabelText('現在のパスワード'), 'sakura{Enter}');
  const field = await dialog().findByRole('textbox', { name: 'アプリに表示された6桁のコード' });
  await user.type(field, '000000{Enter}');
  expect(await dialog().findByText('コードが正しくありません。')).toBeInTheDocument();
  expect(field).toHaveValue('000000');
});

it('asks an account without a password for a recent sign-in', async () => {
  const { user, network, dialog, click } = await setUp({ who: aMe('adult', { hasPassword: false }) });
  network.refuse(enrolSecondFactor, 'invalid', { message: 'ログインから時間が経っています。' });
  await click('二段階認証を設定');
  expect(dialog().queryByLabelText('現在のパスワード')).not.toBeInTheDocument();
  await user.click(dialog().getByRole('button', { name: '続ける' }));
  expect(await dialog().findByRole('alert')).toHaveTextContent('ログインから時間が経っています。');
});

it('is turned off with the password and a code', async () => {
  const { user, network, dialog, click } = await setUp({ first: on });
  await click('オフにする');
  await user.click(dialog().getByRole('button', { name: 'オフにする' }));
  expect(await dialog().findByText('コードを入力してください。')).toBeInTheDocument();
  await user.type(dialog().getByLabelText('現在のパスワード'), 'sakura');
  await user.type(dialog().getByRole('textbox', { name: '確認コード' }), ' 123 456{Enter}');
  expect(await screen.findByRole('button', { name: '二段階認証を設定' })).toBeInTheDocument();
  expect(network.calls(deleteSecondFactor).map(({ body }) => body)).toEqual([
    { currentPassword: 'sakura', code: '123 456' },
  ]);
});

it('shows new recovery codes', async () => {
  const { user, network, dialog, click } = await setUp({ first: on });
  await click('回復コードを再発行');
  await user.type(dialog().getByLabelText('現在のパスワード'), 'sakura');
  await user.type(dialog().getByRole('textbox', { name: '確認コード' }), '123456{Enter}');
  expect(await dialog().findByText('ABCDE-FGH23')).toBeInTheDocument();
  expect(network.calls(renewRecoveryCodes)).toHaveLength(1);
});

it.each([
  [10, false],
  [3, true],
])('with %d recovery codes left, advises new ones: %s', async (recoveryCodesLeft, isAdvised) => {
  await setUp({ first: { ...on, recoveryCodesLeft } });
  expect(await screen.findByText(new RegExp(`残り${recoveryCodesLeft}個です`))).toBeInTheDocument();
  expect(screen.queryByText(/残り少なくなっています/) !== null).toBe(isAdvised);
});

it.each([
  ['a pupil', aMe('school'), /学校に新しいパスワードの発行を依頼/],
  ['anybody else', aMe('adult'), /ヘルプセンターからお問い合わせ/],
])('says to %s whom to ask when everything is lost', async (_who, who, words) => {
  await setUp({ first: on, who });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it('waits for a verified address', async () => {
  await setUp({ who: aMe('adult', { state: 'email_unverified' }) });
  expect(await screen.findByText(/メールアドレスの確認が済むと/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '二段階認証を設定' })).not.toBeInTheDocument();
});
