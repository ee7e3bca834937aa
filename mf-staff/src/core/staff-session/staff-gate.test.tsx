import type { StaffSession } from '@manabiba/shared/contract/staff-session';
import {
  confirmSecondFactor,
  enrolSecondFactor,
  getStaffSession,
  unlockStaffSession,
} from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, within } from '@testing-library/react';

import { StaffGate } from './staff-gate';

const open: StaffSession = { state: 'open', locksInSeconds: 1800 };
const locked: StaffSession = { state: 'locked', locksInSeconds: null };
const codes = ['ABCDE-FGH23', 'JKLMN-PQR45'];

function setUp(first: StaffSession) {
  const world = { session: first };
  const network = new FakeNetwork()
    .answer(getStaffSession, () => world.session)
    .answer(unlockStaffSession, () => void (world.session = open))
    .answer(enrolSecondFactor, { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/manabiba?secret=ABCDEFGHIJ' })
    .answer(confirmSecondFactor, () => {
      world.session = open;
      return { recoveryCodes: codes };
    });
  const page = renderWithApp(
    <StaffGate>
      <label>
        理由
        <input />
      </label>
    </StaffGate>,
    { path: '/staff', network, me: aMe('adult', { role: 'staff' }) },
  );
  return { ...page, world };
}
const work = () => screen.queryByRole('textbox', { name: '理由' });

it('shows the page while the session is open', async () => {
  setUp(open);
  expect(await screen.findByRole('textbox', { name: '理由' })).toBeVisible();
});

it('asks for a code first, and shows nothing of the page until it is right', async () => {
  const { user, network } = setUp(locked);
  const field = await screen.findByRole('textbox', { name: '確認コード' });
  expect(field).toHaveFocus();
  expect(work()).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '作業をはじめる' }));
  expect(screen.getByText('コードを入力してください。')).toBeInTheDocument();
  await user.type(field, '123 456{Enter}');
  expect(await screen.findByRole('textbox', { name: '理由' })).toBeVisible();
  expect(network.calls(unlockStaffSession)[0]?.body).toEqual({ code: '123 456' });
});

it('keeps a wrong code in its field, with what is wrong', async () => {
  const { user, network } = setUp(locked);
  network.refuse(unlockStaffSession, 'invalid', { fields: { code: 'コードが正しくありません。' } });
  const field = await screen.findByRole('textbox', { name: '確認コード' });
  await user.type(field, '000000{Enter}');
  expect(await screen.findByText('コードが正しくありません。')).toBeInTheDocument();
  expect(field).toHaveValue('000000');
});

it('takes a recovery code in place of the app', async () => {
  const { user, network } = setUp(locked);
  await user.click(await screen.findByRole('button', { name: '回復コードを使う' }));
  await user.type(screen.getByRole('textbox', { name: '回復コード' }), 'ABCDE-FGH23{Enter}');
  expect(await screen.findByRole('textbox', { name: '理由' })).toBeVisible();
  expect(network.calls(unlockStaffSession)).toHaveLength(1);
});

it('closes the page when the session locks, and keeps what was typed', async () => {
  const { user, world } = setUp({ ...open, locksInSeconds: 0 });
  const field = await screen.findByRole('textbox', { name: '理由' });
  await user.type(field, '四隅が');
  world.session = locked;
  expect(await screen.findByText(/30分間操作がなかった/, undefined, { timeout: 3000 })).toBeInTheDocument();
  expect(field).not.toBeVisible();
  await user.type(screen.getByRole('textbox', { name: '確認コード' }), '123456{Enter}');
  expect(await screen.findByRole('textbox', { name: '理由' })).toHaveValue('四隅が');
});

it('connects an app, and shows the recovery codes until they were saved', async () => {
  const { user, network } = setUp({ state: 'unenrolled', locksInSeconds: null });
  await user.type(await screen.findByLabelText('現在のパスワード'), 'sakura{Enter}');
  expect(await screen.findByRole('img', { name: '認証アプリで読み取るQRコード' })).toBeInTheDocument();
  expect(screen.getByText('ABCD EFGH IJ')).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'アプリに表示された6桁のコード' }), '123456{Enter}');
  const list = within(await screen.findByRole('list', { name: '回復コード' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(screen.getByText(codes[0] ?? '')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '保存しました' }));
  expect(await screen.findByRole('textbox', { name: '理由' })).toBeVisible();
  expect(network.calls(enrolSecondFactor).map(({ body }) => body)).toEqual([{ currentPassword: 'sakura' }]);
});

it('says that the network is not allowed', async () => {
  const network = new FakeNetwork().refuse(getStaffSession, 'not_found');
  renderWithApp(<StaffGate>作業</StaffGate>, { path: '/staff', network, me: aMe('adult', { role: 'staff' }) });
  expect(await screen.findByText('このネットワークからは使えません。')).toBeInTheDocument();
  expect(screen.queryByText('作業')).not.toBeInTheDocument();
});
