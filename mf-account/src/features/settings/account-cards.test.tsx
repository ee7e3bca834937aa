import type { DeviceSession } from '@manabiba/shared/contract/account';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import {
  createDataExport,
  deleteMe,
  listSessions,
  requestGuardianConsent,
  revokeSession,
  signOut,
  updateMe,
} from '@manabiba/shared/data/endpoints';
import { aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';

import { EmailCard } from './account/email-card';
import { ExportCard } from './account/export-card';
import { LeaveCard } from './account/leave-card';
import { PasswordCard } from './account/password-card';
import { DevicesCard } from './devices/devices-card';
import { GuardianCard } from './identity/guardian-card';

const me = aMe('adult');
const show = (
  card: (me: SignedInMe) => ReactNode,
  { network = new FakeNetwork(), who = me }: { network?: FakeNetwork; who?: SignedInMe } = {},
) => renderWithApp(card(who), { me: who, network, path: '/settings', pattern: '*' });

describe('the e-mail address', () => {
  const card = (who: SignedInMe) => <EmailCard id="mail" me={who} />;
  const type = async (user: ReturnType<typeof show>['user'], email: string) => {
    await user.clear(screen.getByRole('textbox', { name: 'メールアドレス' }));
    await user.type(screen.getByRole('textbox', { name: 'メールアドレス' }), email);
  };

  it('is changed with the current password, which is requested only then', async () => {
    const network = new FakeNetwork().answer(updateMe, { ...me, pendingEmail: 'new@example.jp' });
    const { user } = show(card, { network });
    expect(screen.queryByLabelText('現在のパスワード')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: '保存する' })).toBeDisabled();
    await type(user, 'new@example.jp');
    await user.type(screen.getByLabelText('現在のパスワード'), 'sakura');
    await user.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() =>
      expect(network.calls(updateMe)[0]?.body).toEqual({ email: 'new@example.jp', currentPassword: 'sakura' }),
    );
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'メールアドレス' })).toHaveValue(me.email));
    expect(screen.queryByText('変更を保存しました。')).not.toBeInTheDocument();
  });

  it('needs no password for an account without one', async () => {
    const network = new FakeNetwork().answer(updateMe, { ...me, email: 'new@example.jp' });
    const { user } = show(card, { network, who: aMe('adult', { hasPassword: false }) });
    await type(user, 'new@example.jp');
    expect(screen.queryByLabelText('現在のパスワード')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(network.calls(updateMe)[0]?.body).toEqual({ email: 'new@example.jp' }));
  });

  it('keeps the input and shows errors at the field', async () => {
    const { user, network } = show(card);
    await type(user, 'not an address');
    await user.type(screen.getByLabelText('現在のパスワード'), 'sakura');
    await user.click(screen.getByRole('button', { name: '保存する' }));
    expect(await screen.findByText('メールアドレスの形式で入力してください。')).toBeInTheDocument();
    expect(network.calls(updateMe)).toHaveLength(0);
    network.refuse(updateMe, 'invalid', { fields: { currentPassword: '現在のパスワードが正しくありません。' } });
    await type(user, 'new@example.jp');
    await user.click(screen.getByRole('button', { name: '保存する' }));
    expect(await screen.findByText('現在のパスワードが正しくありません。')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'メールアドレス' })).toHaveValue('new@example.jp');
    expect(screen.getByLabelText('現在のパスワード')).toHaveValue('sakura');
  });

  it('stays pending until confirmed, and the change can be cancelled', async () => {
    const network = new FakeNetwork().answer(updateMe, me);
    const { user } = show(card, { network, who: aMe('adult', { email: me.email, pendingEmail: 'new@example.jp' }) });
    expect(await screen.findByText('new@example.jp')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '変更を取りやめる' }));
    expect(await screen.findByText('メールアドレスの変更を取りやめました。')).toBeInTheDocument();
    expect(network.calls(updateMe)[0]?.body).toEqual({ email: me.email });
  });
});

describe('the password', () => {
  const card = (who: SignedInMe) => <PasswordCard id="password" me={who} />;

  it('is changed, and the form is cleared', async () => {
    const network = new FakeNetwork().answer(updateMe, me);
    const { user } = show(card, { network });
    await user.type(screen.getByLabelText('現在のパスワード'), 'sakura-no-ki');
    await user.type(screen.getByLabelText('新しいパスワード'), 'short');
    await user.click(screen.getByRole('button', { name: '保存する' }));
    expect(await screen.findByText('パスワードは8文字以上で入力してください。')).toBeInTheDocument();
    await user.type(screen.getByLabelText('新しいパスワード'), '-but-longer');
    await user.click(screen.getByRole('button', { name: '保存する' }));
    expect(await screen.findByText('変更を保存しました。')).toBeInTheDocument();
    expect(network.calls(updateMe)[0]?.body).toEqual({ currentPassword: 'sakura-no-ki', password: 'short-but-longer' });
    expect(screen.getByLabelText('新しいパスワード')).toHaveValue('');
  });

  it('is set when there is none yet', async () => {
    const network = new FakeNetwork().answer(updateMe, me);
    const { user } = show(card, { network, who: aMe('adult', { hasPassword: false }) });
    expect(screen.queryByLabelText('現在のパスワード')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('新しいパスワード'), 'sakura-no-ki');
    await user.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(network.calls(updateMe)[0]?.body).toEqual({ password: 'sakura-no-ki' }));
  });
});

it('shows an error without a field next to the button and keeps the input', async () => {
  const { user } = show((who) => <PasswordCard id="password" me={who} />, {
    network: new FakeNetwork().refuse(updateMe, 'rate_limited'),
  });
  await user.type(screen.getByLabelText('現在のパスワード'), 'sakura-no-ki');
  await user.type(screen.getByLabelText('新しいパスワード'), 'hana-no-michi');
  await user.click(screen.getByRole('button', { name: '保存する' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('しばらくしてからもう一度お試しください。');
  expect(screen.getByLabelText('新しいパスワード')).toHaveValue('hana-no-michi');
});

describe('guardian consent', () => {
  const card = (who: SignedInMe) => <GuardianCard id="guardian" me={who} />;

  it("is requested by mail, and not at the user's own address", async () => {
    const who = aMe('student', { guardianConsent: 'missing' });
    const network = new FakeNetwork().refuse(requestGuardianConsent, 'invalid', {
      fields: { guardianEmail: '保護者の方のメールアドレスを入力してください。' },
    });
    const { user } = show(card, { network, who });
    await user.type(await screen.findByLabelText('保護者のメールアドレス'), 'hogosha@example.jp');
    await user.click(screen.getByRole('button', { name: 'お願いのメールを送る' }));
    expect(await screen.findByText('保護者の方のメールアドレスを入力してください。')).toBeInTheDocument();
    network.answer(requestGuardianConsent, who);
    await user.click(screen.getByRole('button', { name: 'お願いのメールを送る' }));
    expect(await screen.findByText('保護者の方にメールをお送りしました。')).toBeInTheDocument();
    expect(network.calls(requestGuardianConsent).at(-1)?.body).toEqual({ email: 'hogosha@example.jp' });
  });

  it('can be requested again or from another address', async () => {
    const who = aMe('child', {
      guardianConsent: 'asked',
      guardianEmail: 'hogosha@example.jp',
      guardianConsentNeeded: true,
    });
    const network = new FakeNetwork().answer(requestGuardianConsent, who);
    const { user } = show(card, { network, who });
    await user.click(await screen.findByRole('button', { name: 'メールを再送する' }));
    expect(await screen.findByText('保護者の方にメールを再送しました。')).toBeInTheDocument();
    expect(network.calls(requestGuardianConsent)[0]?.body).toEqual({ email: 'hogosha@example.jp' });
    await user.click(screen.getByRole('button', { name: '別のメールアドレスに送る' }));
    expect(screen.getByLabelText('保護者のメールアドレス')).toBeInTheDocument();
  });

  it('needs nothing more once given', () => {
    show(card, { who: aMe('student', { guardianConsent: 'given', guardianEmail: 'hogosha@example.jp' }) });
    expect(screen.getByText('同意済み')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('can be requested again after a refusal or withdrawal, and no answer is pending then', async () => {
    show(card, {
      who: aMe('student', {
        guardianConsent: 'refused',
        guardianEmail: 'hogosha@example.jp',
        guardianConsentNeeded: true,
      }),
    });
    expect(await screen.findByText('同意がありません')).toBeInTheDocument();
    expect(screen.queryByText('お返事をお待ちしています')).not.toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'お願いのメールを送る' })).toBeInTheDocument();
  });
});

describe('devices', () => {
  const here: DeviceSession = {
    id: 'ses_1',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36',
    createdAt: inMinutes(-500),
    lastUsedAt: inMinutes(0),
    isCurrent: true,
    method: 'password',
    secondFactor: 'app',
  };
  const phone: DeviceSession = {
    id: 'ses_2',
    userAgent: 'Mozilla/5.0 (iPhone) Version/18.1 Safari/604.1',
    createdAt: inMinutes(-9000),
    lastUsedAt: inMinutes(-200),
    isCurrent: false,
    method: null,
    secondFactor: null,
  };

  it('are listed with the current one marked, and another is signed out after confirmation', async () => {
    const network = new FakeNetwork()
      .answer(listSessions, { items: [here, phone] })
      .answer(revokeSession, undefined as never);
    const { user } = show(() => <DevicesCard id="devices" />, { network });
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(
      /^Chrome\(Windows\)この端末現在ご利用中.+にパスワードでログイン\(二段階認証あり\)$/,
    );
    expect(second).toHaveTextContent('Safari(iPhone)最終利用 3時間前');
    expect(within(first as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Safari(iPhone)からログアウト' }));
    expect(network.calls(revokeSession)).toHaveLength(0);
    network.answer(listSessions, { items: [here] });
    await user.click(await screen.findByRole('button', { name: 'ログアウトする' }));
    expect(await screen.findByText('選んだ端末からログアウトしました。')).toBeInTheDocument();
    expect(network.calls(revokeSession)[0]?.params).toEqual({ id: 'ses_2' });
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  });

  it('are fetched again after a failure', async () => {
    const network = new FakeNetwork().refuse(listSessions, 'rate_limited');
    const { user } = show(() => <DevicesCard id="devices" />, { network });
    await screen.findByText('端末の一覧を表示できませんでした。');
    network.answer(listSessions, { items: [here] });
    await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
    expect(await screen.findByText('Chrome(Windows)')).toBeInTheDocument();
  });
});

const DELAY = /メールをお届けするまでに時間がかかることがあります。/;

it.each<[string, (who: SignedInMe) => ReactNode, Partial<SignedInMe>]>([
  ['a new address', (who) => <EmailCard id="mail" me={who} />, { pendingEmail: 'new@example.jp' }],
  ['an unconfirmed address', (who) => <EmailCard id="mail" me={who} />, { fromFirebase: { emailVerified: false } }],
  [
    'a guardian',
    (who) => <GuardianCard id="guardian" me={who} />,
    { guardianConsent: 'asked', guardianEmail: 'hogosha@example.jp' },
  ],
])('shows for %s that mails are delayed, while they are', async (_what, card, changes) => {
  const { unmount } = show(card, { who: aMe('adult', changes) });
  expect(screen.queryByText(DELAY)).not.toBeInTheDocument();
  unmount();
  show(card, { who: aMe('adult', { ...changes, isMailDelayed: true }) });
  expect(await screen.findByText(DELAY)).toBeInTheDocument();
});

it.each([
  [
    'by mail',
    { state: 'sent' as const, url: null },
    async () => expect(await screen.findByText(/ダウンロード用のリンクをお送りしました。/)).toBeInTheDocument(),
  ],
  [
    'immediately',
    { state: 'ready' as const, url: '/v1/data_exports/abc' },
    async () =>
      expect(await screen.findByRole('link', { name: 'ダウンロード' })).toHaveAttribute('href', '/v1/data_exports/abc'),
  ],
])("exports the user's data %s", async (_how, answer, check) => {
  const { user } = show((who) => <ExportCard id="export" me={who} />, {
    network: new FakeNetwork().answer(createDataExport, answer),
  });
  await user.click(screen.getByRole('button', { name: '書き出す' }));
  await check();
});

describe('closing the account', () => {
  const card = (who: SignedInMe) => <LeaveCard id="leave" me={who} />;
  const leaveButton = () => screen.getByRole('button', { name: '退会する' });

  it('explains the effects, requires the password, and ends on the farewell page', async () => {
    const network = new FakeNetwork()
      .answer(deleteMe, undefined as never)
      .answer(signOut, undefined)
      .answerWebServer('DELETE', '/api/signout', undefined);
    const { user, session, currentUrl } = show(card, { network });
    await user.click(screen.getByRole('button', { name: '退会の手続きへ' }));
    expect(await screen.findByText('30日以内であれば、ログインしてアカウントを元に戻せます。')).toBeInTheDocument();
    await user.click(leaveButton());
    expect(await screen.findByText('パスワードを入力してください。')).toBeInTheDocument();
    await user.type(screen.getByLabelText('パスワード'), 'sakura');
    await user.type(screen.getByLabelText('退会の理由(任意)'), '時間がないため');
    await user.click(leaveButton());
    await waitFor(() => expect(currentUrl()).toBe('/account/farewell'));
    expect(network.calls(deleteMe)[0]?.body).toEqual({ password: 'sakura', reason: '時間がないため' });
    expect(session.getState().me).toBeNull();
  });

  it('shows what prevents it and keeps the input', async () => {
    const network = new FakeNetwork().refuse(deleteMe, 'conflict', {
      fields: { account: '開催前の有料イベントがあるため、退会できません。' },
    });
    const { user, session } = show(card, { network });
    await user.click(screen.getByRole('button', { name: '退会の手続きへ' }));
    await user.type(await screen.findByLabelText('パスワード'), 'sakura');
    await user.click(leaveButton());
    expect(await screen.findByText('開催前の有料イベントがあるため、退会できません。')).toBeInTheDocument();
    expect(screen.getByLabelText('パスワード')).toHaveValue('sakura');
    expect(session.getState().me).not.toBeNull();
  });

  it('is confirmed by typing when there is no password', async () => {
    const network = new FakeNetwork()
      .answer(deleteMe, undefined as never)
      .answer(signOut, undefined)
      .answerWebServer('DELETE', '/api/signout', undefined);
    const { user, currentUrl } = show(card, { network, who: aMe('adult', { hasPassword: false }) });
    await user.click(screen.getByRole('button', { name: '退会の手続きへ' }));
    await user.type(await screen.findByLabelText(/確認のため/), '退会');
    await user.click(leaveButton());
    expect(await screen.findByText('「退会する」と入力してください。')).toBeInTheDocument();
    expect(network.calls(deleteMe)).toHaveLength(0);
    await user.type(screen.getByLabelText(/確認のため/), 'する');
    await user.click(leaveButton());
    await waitFor(() => expect(currentUrl()).toBe('/account/farewell'));
    expect(network.calls(deleteMe)[0]?.body).toEqual({});
  });
});
