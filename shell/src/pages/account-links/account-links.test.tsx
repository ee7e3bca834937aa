import {
  getGuardianConsent,
  getPasswordReset,
  giveGuardianConsent,
  requestPasswordReset,
  resendEmailVerification,
  resetPassword,
  verifyEmail,
  withdrawGuardianConsent,
} from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { screen, waitFor, within } from '@testing-library/react';

import { renderShell } from '../../testing/render-shell';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const unverified = aMe('adult', { state: 'email_unverified', fromFirebase: { emailVerified: false } });

describe('a new password', () => {
  it('starts with a link request, without revealing whether the address exists', async () => {
    const { user, network } = renderShell({ path: '/reset_password' });
    network.answer(requestPasswordReset, { ok: true, isDelayed: false });
    await heading('パスワードの再設定');
    await user.click(screen.getByRole('button', { name: 'リンクを送る' }));
    expect(await screen.findByText('メールアドレスを入力してください。')).toBeInTheDocument();
    await user.type(screen.getByLabelText('メールアドレス'), 'saki@example.jp');
    await user.click(screen.getByRole('button', { name: 'リンクを送る' }));
    await heading('メールをご確認ください');
    expect(screen.getByRole('main')).toHaveTextContent(
      'saki@example.jp が登録されている場合は、パスワードを再設定するためのメールをお送りしました。',
    );
    expect(network.calls(requestPasswordReset)[0]?.body).toEqual({ email: 'saki@example.jp' });
  });

  it('shows when mails are delayed', async () => {
    const { user, network } = renderShell({ path: '/reset_password' });
    network.answer(requestPasswordReset, { ok: true, isDelayed: true });
    await user.type(await screen.findByLabelText('メールアドレス'), 'saki@example.jp');
    await user.click(screen.getByRole('button', { name: 'リンクを送る' }));
    await heading('メールをご確認ください');
    expect(screen.getByText(/メールをお届けするまでに時間がかかることがあります。/)).toBeInTheDocument();
  });

  it('keeps the address after too many attempts', async () => {
    const { user, network } = renderShell({ path: '/reset_password' });
    network.refuse(requestPasswordReset, 'rate_limited');
    await user.type(await screen.findByLabelText('メールアドレス'), 'saki@example.jp');
    await user.click(screen.getByRole('button', { name: 'リンクを送る' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('しばらくしてからもう一度お試しください。');
    expect(screen.getByLabelText('メールアドレス')).toHaveValue('saki@example.jp');
  });

  it('is set by the link, and continues to sign-in', async () => {
    const { user, network } = renderShell({ path: '/reset_password?token=abc' });
    network.answer(resetPassword, { ok: true });
    await user.type(await screen.findByLabelText('新しいパスワード'), 'short');
    await user.click(screen.getByRole('button', { name: 'パスワードを設定する' }));
    expect(await screen.findByText('パスワードは8文字以上で入力してください。')).toBeInTheDocument();
    await user.type(screen.getByLabelText('新しいパスワード'), '-but-now-long');
    await user.click(screen.getByRole('button', { name: 'パスワードを設定する' }));
    await heading('パスワードを設定しました');
    expect(network.calls(resetPassword)[0]?.body).toEqual({ token: 'abc', password: 'short-but-now-long' });
    expect(screen.getByRole('link', { name: 'ログイン' })).toHaveAttribute('href', '/signin');
  });

  it('offers a new link when the old one has expired', async () => {
    const { user, network, currentUrl } = renderShell({ path: '/reset_password?token=abc' });
    network.refuse(resetPassword, 'link_expired');
    await user.type(await screen.findByLabelText('新しいパスワード'), 'sakura-no-ki-7');
    await user.click(screen.getByRole('button', { name: 'パスワードを設定する' }));
    await heading('リンクの有効期限が切れています。');
    await user.click(screen.getByRole('link', { name: 'もう一度リンクを送る' }));
    await heading('パスワードの再設定');
    expect(currentUrl()).toBe('/reset_password');
  });

  it('reports an expired link at once, before anything is typed', async () => {
    renderShell({
      path: '/reset_password?token=used',
      network: new FakeNetwork().refuse(getPasswordReset, 'link_expired'),
    });
    await heading('リンクの有効期限が切れています。');
    expect(screen.queryByLabelText('新しいパスワード')).not.toBeInTheDocument();
  });

  it('prefills the address that was typed for sign-in', async () => {
    const { user } = renderShell({ path: '/signin' });
    await user.type(await screen.findByLabelText('メールアドレス'), 'saki@example.jp');
    await user.click(screen.getByRole('link', { name: 'パスワードをお忘れの方' }));
    await heading('パスワードの再設定');
    expect(screen.getByLabelText('メールアドレス')).toHaveValue('saki@example.jp');
  });
});

describe('an e-mail address', () => {
  const click = async (app: ReturnType<typeof renderShell>, name = 'メールアドレスを確認する') =>
    app.user.click(await screen.findByRole('button', { name }));

  it('is not verified by opening its link, because mail programs open links', async () => {
    const app = renderShell({
      path: '/verify_email?token=t-scanner',
      network: new FakeNetwork().answer(verifyEmail, { ok: true }),
    });
    await heading('メールアドレスの確認');
    expect(
      screen.getByText('ボタンを押すと、このリンクをお送りしたメールアドレスの確認が完了します。'),
    ).toBeInTheDocument();
    expect(app.network.calls(verifyEmail)).toHaveLength(0);
    await click(app);
    await heading('メールアドレスを確認しました');
    expect(app.network.calls(verifyEmail).map(({ body }) => body)).toEqual([{ token: 't-scanner' }]);
  });

  it('is verified for the signed-in user, and documents come next for students', async () => {
    const me = aMe('student', { state: 'documents_required' });
    const app = renderShell({
      me: { ...me, state: 'email_unverified', fromFirebase: { emailVerified: false } },
      path: '/verify_email?token=t-student',
      network: new FakeNetwork().answer(verifyEmail, { user: me }),
    });
    await click(app);
    await heading('メールアドレスを確認しました');
    expect(app.network.calls(verifyEmail)).toHaveLength(1);
    expect(app.session.getState().me).toMatchObject({ state: 'documents_required' });
    expect(screen.getByRole('link', { name: '書類を提出する' })).toHaveAttribute('href', '/settings#id');
  });

  it('is verified in any browser', async () => {
    await click(
      renderShell({
        path: '/verify_email?token=t-elsewhere',
        network: new FakeNetwork().answer(verifyEmail, { ok: true }),
      }),
    );
    await heading('メールアドレスを確認しました');
    expect(screen.getByRole('link', { name: 'ログイン' })).toHaveAttribute('href', '/signin');
  });

  it('is verified for a user who must resubmit documents, without a redirect', async () => {
    const me = aMe('student', { state: 'need_resubmit' });
    const app = renderShell({
      me,
      path: '/verify_email?token=t-resubmit',
      network: new FakeNetwork().answer(verifyEmail, { user: me }),
    });
    await click(app);
    await heading('メールアドレスを確認しました');
    expect(app.currentUrl()).toBe('/verify_email?token=t-resubmit');
  });

  it('can be sent a new link after the old one has expired', async () => {
    const network = new FakeNetwork()
      .refuse(verifyEmail, 'link_expired')
      .answer(resendEmailVerification, { ok: true, isDelayed: false });
    const app = renderShell({ me: unverified, path: '/verify_email?token=t-over', network });
    await click(app);
    await heading('リンクの有効期限が切れています。');
    await app.user.click(screen.getByRole('button', { name: '確認メールを再送' }));
    await app.user.click(await screen.findByRole('button', { name: '再送する' }));
    expect(await screen.findByText('確認メールを再送しました。')).toBeInTheDocument();
  });

  it('needs nothing when it was verified before', async () => {
    await click(
      renderShell({
        me: aMe(),
        path: '/verify_email?token=t-twice',
        network: new FakeNetwork().refuse(verifyEmail, 'link_expired'),
      }),
    );
    await heading('メールアドレスは確認済みです');
  });

  it('asks a visitor to sign in first when the link has expired', async () => {
    await click(
      renderShell({
        path: '/verify_email?token=t-stranger',
        network: new FakeNetwork().refuse(verifyEmail, 'link_expired'),
      }),
    );
    await heading('リンクの有効期限が切れています。');
    expect(screen.getByRole('link', { name: 'ログインして再送する' })).toHaveAttribute(
      'href',
      '/signin?next=%2Fsettings',
    );
  });

  it('reports a missing link at once', async () => {
    renderShell({ path: '/verify_email' });
    await heading('リンクの有効期限が切れています。');
  });

  it('allows a retry when there was no response', async () => {
    const app = renderShell({
      path: '/verify_email?token=t-broken',
      network: new FakeNetwork().refuse(verifyEmail, 'internal'),
    });
    await click(app);
    expect(await screen.findByRole('alert')).toHaveTextContent('問題が発生しました。もう一度お試しください。');
    app.network.answer(verifyEmail, { ok: true });
    await click(app, 'もう一度試す');
    await heading('メールアドレスを確認しました');
  });
});

describe('a guardian', () => {
  const path = '/guardian_consent?token=g-1';
  const asks = (birthDate: string) =>
    new FakeNetwork().answer(getGuardianConsent, { nickname: 'しおり', birthDate, state: 'asked', givenAt: null });
  const yearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`;

  it('reads who requests consent and for what, and consents by name', async () => {
    const { user, network } = renderShell({
      path,
      network: asks(yearsAgo(10)).answer(giveGuardianConsent, { agreed: true }),
    });
    await heading('保護者の方の同意のお願い');
    expect(screen.getByText('しおり')).toBeInTheDocument();
    expect(screen.getByText(/12歳以下の方は、教室の視聴とリアクションだけができます。/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '保護者として同意する' }));
    expect(await screen.findByText('お名前を入力してください。')).toBeInTheDocument();
    expect(screen.getByText('保護者の方であることをご確認ください。')).toBeInTheDocument();
    await user.type(screen.getByLabelText('保護者の方のお名前'), '宮下 紗季');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '保護者として同意する' }));
    await heading('ご同意ありがとうございました');
    expect(network.calls(giveGuardianConsent)[0]).toMatchObject({
      params: { token: 'g-1' },
      body: { agree: true, name: '宮下 紗季' },
    });
  });

  it('may refuse, after a confirmation', async () => {
    const { user, network } = renderShell({
      path,
      network: asks(yearsAgo(14)).answer(giveGuardianConsent, { agreed: false }),
    });
    await heading('保護者の方の同意のお願い');
    await user.type(screen.getByLabelText('保護者の方のお名前'), '宮下 紗季');
    await user.click(screen.getByRole('button', { name: '保護者として同意しない' }));
    expect(network.calls(giveGuardianConsent)).toHaveLength(0);
    const dialog = await screen.findByRole('dialog', { name: '同意しませんか' });
    await user.click(
      Array.from(dialog.querySelectorAll('button')).find((button) => button.textContent === '同意しないと返事をする')!,
    );
    await heading('お返事を受け付けました');
    expect(network.calls(giveGuardianConsent)[0]?.body).toEqual({ agree: false, name: '宮下 紗季' });
  });

  it.each([
    ['an old link', path],
    ['no link', '/guardian_consent'],
    ['a malformed link', '/guardian_consent?token=a%2Fb'],
  ])('sees a friendly message about %s', async (_what, at) => {
    renderShell({ path: at, network: new FakeNetwork().refuse(getGuardianConsent, 'link_expired') });
    await heading('リンクの有効期限が切れています。');
    expect(screen.getByText(/お子さまのアカウント設定から/)).toBeInTheDocument();
  });

  it('withdraws consent by the same link, after a confirmation', async () => {
    const given = {
      nickname: 'しおり',
      birthDate: yearsAgo(14),
      state: 'given',
      givenAt: '2026-11-20T03:00:00.000Z',
    } as const;
    const { user, network } = renderShell({
      path,
      network: new FakeNetwork().answer(getGuardianConsent, given).answer(withdrawGuardianConsent, undefined),
    });
    await heading('同意をいただいています');
    expect(screen.getByText(/2026年11月20日/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '同意を取り消す' }));
    expect(network.calls(withdrawGuardianConsent)).toHaveLength(0);
    const dialog = await screen.findByRole('dialog', { name: '同意を取り消しますか' });
    await user.click(within(dialog).getByRole('button', { name: '取り消す' }));
    await heading('同意を取り消しました');
    expect(network.calls(withdrawGuardianConsent)[0]).toMatchObject({ params: { token: 'g-1' } });
  });

  it('keeps the consent when withdrawing it failed, and shows an error', async () => {
    const given = { nickname: 'しおり', birthDate: yearsAgo(14), state: 'given', givenAt: null } as const;
    const { user } = renderShell({
      path,
      network: new FakeNetwork().answer(getGuardianConsent, given).refuse(withdrawGuardianConsent, 'internal'),
    });
    await user.click(await screen.findByRole('button', { name: '同意を取り消す' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '取り消す' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '同意を取り消す' })).toBeInTheDocument();
  });

  it('sees that consent was withdrawn before', async () => {
    renderShell({
      path,
      network: new FakeNetwork().answer(getGuardianConsent, {
        nickname: 'しおり',
        birthDate: yearsAgo(14),
        state: 'withdrawn',
        givenAt: null,
      }),
    });
    await heading('同意を取り消しました');
  });

  it('is not affected by another user’s session in the browser', async () => {
    renderShell({ me: aMe('adult', { state: 'suspended' }), path, network: asks(yearsAgo(14)) });
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('保護者の方の同意のお願い'),
    );
  });
});
