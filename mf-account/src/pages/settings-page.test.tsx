import type { SignedInMe } from '@manabiba/shared/contract/users';
import {
  listApiKeys,
  listBlockedPeople,
  listPasskeys,
  listSessions,
  signOut,
  unblockUser,
} from '@manabiba/shared/data/endpoints';
import { aMe, aPage, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { SettingsPage } from './settings-page';

/** A user with no other sessions, no passkeys and no blocked people. */
const aNetwork = () =>
  new FakeNetwork()
    .answer(listSessions, { items: [] })
    .answer(listPasskeys, { items: [] })
    .answer(listApiKeys, { items: [] })
    .answer(listBlockedPeople, aPage([]));

const setUp = ({
  me = aMe('adult'),
  network = aNetwork(),
  slots = {},
  path = '/settings',
}: { me?: SignedInMe; network?: FakeNetwork; slots?: Record<string, () => React.JSX.Element>; path?: string } = {}) =>
  renderWithApp(<SettingsPage />, { me, network, slots, path, pattern: '/settings' });

const card = (name: string) => within(screen.getByRole('region', { name }));
const cards = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

const NotificationsSlot = () => (
  <section>
    <h2>通知設定</h2>
  </section>
);

const navigation = () => within(screen.getByRole('navigation', { name: '設定の項目' }));

it('shows the account settings in groups, with those of other remotes', async () => {
  const { pageTitle, user } = setUp({
    me: aMe('adult', { isSubscribed: true, stripeInvoiceStatus: 'paid', job: '会社員' }),
    slots: { 'settings-notifications': NotificationsSlot },
  });
  expect(pageTitle()).toBe('アカウント設定');
  const shown: Record<string, (string | null)[]> = {};
  for (const link of navigation().getAllByRole('link')) {
    await user.click(link);
    await waitFor(() => expect(cards()).not.toEqual([]));
    expect(navigation().getAllByRole('link', { current: true })).toEqual([link]);
    shown[link.textContent] = cards();
  }
  expect(shown).toEqual({
    ログイン: ['メールアドレス', 'パスワード', 'パスキー', '二段階認証', 'ログイン中の端末', 'ログアウト'],
    プロフィールと本人確認: ['本人確認', 'プロフィール'],
    お支払い: ['お支払い方法', 'ご利用中のプラン', '購入履歴'],
    通知: ['通知設定'],
    表示とプライバシー: ['表示', '利用状況の計測', 'ブロック中の人'],
    外部との連携: ['APIキー'],
    データと退会: ['データの書き出し', '退会'],
  });
});

it('shows the address and whether it is confirmed', () => {
  setUp();
  expect(card('メールアドレス').getByRole('textbox', { name: 'メールアドレス' })).toHaveValue(
    'saki.miyashita@example.jp',
  );
  expect(card('メールアドレス').getByText('確認済み')).toBeInTheDocument();
});

it('shows the plan and its payment', () => {
  setUp({ me: aMe('adult', { isSubscribed: true, stripeInvoiceStatus: 'paid' }), path: '/settings#plan' });
  expect(card('ご利用中のプラン').getByText('ご利用中')).toBeInTheDocument();
  expect(card('お支払い方法').getByText('直近のお支払いは完了しています。')).toBeInTheDocument();
});

it('keeps what was typed in a group while another one is shown', async () => {
  const { user } = setUp();
  await user.type(screen.getByLabelText('現在のパスワード'), 'sakura');
  await user.click(navigation().getByRole('link', { name: '通知' }));
  expect(screen.queryByLabelText('現在のパスワード')).not.toBeVisible();
  await user.click(navigation().getByRole('link', { name: 'ログイン' }));
  expect(screen.getByLabelText('現在のパスワード')).toHaveValue('sakura');
});

it('shows a new user how to confirm their address', () => {
  setUp({ me: aMe('adult', { state: 'email_unverified', fromFirebase: { emailVerified: false } }) });
  expect(card('メールアドレス').getByText('未確認')).toBeInTheDocument();
  expect(card('メールアドレス').getByText(/確認メールのリンクを開いてください/)).toBeInTheDocument();
});

it('shows a pupil the school and its policy', () => {
  setUp({
    path: '/settings#school',
    me: aMe('school', {
      partnerSchool: { name: '港高校', policy: { canCreate: false, canSpeak: true, classmatesOnly: true } },
    }),
  });
  expect(card('学校アカウント').getByText(/学校コードと生徒コードでログインしています。/)).toBeInTheDocument();
  const facts = card('学校アカウント')
    .getAllByRole('definition')
    .map((fact) => fact.textContent);
  expect(facts).toEqual(['港高校', '学校の設定により、できません', 'できます', '同じ学校の教室のみ']);
});

it('lets a pupil without an address add one', () => {
  setUp({ me: aMe('school') });
  expect(card('メールアドレス').getByText(/まだ登録されていません。/)).toBeInTheDocument();
});

it('shows a pupil with an address both ways to sign in', () => {
  setUp({ path: '/settings#school', me: aMe('school', { email: 'school@demo.manabiba.test' }) });
  expect(card('学校アカウント').getByText(/学校コードと生徒コードでもログインできます。/)).toBeInTheDocument();
});

it('shows users whose documents were sent back the reason first, with the form to resubmit', async () => {
  setUp({ me: aMe('student', { state: 'need_resubmit', resubmitReason: '生年月日が読み取れませんでした。' }) });
  expect(cards()[0]).toBe('本人確認書類の再提出をお願いいたします。');
  const first = card('本人確認書類の再提出をお願いいたします。');
  expect(first.getByText('生年月日が読み取れませんでした。')).toBeInTheDocument();
  expect(await first.findByRole('button', { name: 'ファイルを選ぶ' })).toBeInTheDocument();
  expect(first.getByRole('button', { name: '書類を提出する' })).toBeInTheDocument();
});

it('scrolls to and focuses the card that a link names', () => {
  renderWithApp(<SettingsPage />, {
    me: aMe('student', { state: 'need_resubmit' }),
    network: aNetwork(),
    path: '/settings#id',
    pattern: '/settings',
  });
  expect(screen.getByRole('heading', { name: '本人確認書類の再提出をお願いいたします。' })).toHaveFocus();
});

it('shows the warning about a failed payment first', () => {
  setUp({ me: aMe('adult', { isSubscribed: true, stripeInvoiceStatus: 'open' }) });
  expect(cards()[0]).toBe('お支払い方法');
  expect(
    card('お支払い方法').getByText('プランのお支払いを確認できませんでした。お支払い方法をご確認ください。'),
  ).toBeInTheDocument();
  expect(card('ご利用中のプラン').getByText('お支払い確認中')).toBeInTheDocument();
});

it('shows until when a cancelled plan can be used', () => {
  setUp({
    path: '/settings#plan',
    me: aMe('adult', {
      isSubscribed: true,
      willUnsubscribed: true,
      subscriptionExpiresAt: new Date(new Date().getFullYear(), 11, 4, 12).toISOString(),
    }),
  });
  expect(card('ご利用中のプラン').getByText('解約予定(12月4日まで利用可)')).toBeInTheDocument();
});

it('changes the theme immediately', async () => {
  const { user, session } = setUp({ path: '/settings#theme' });
  await user.click(card('表示').getByRole('radio', { name: 'ダーク' }));
  expect(session.getState().theme).toBe('dark');
  expect(card('表示').getByRole('radio', { name: 'ダーク' })).toBeChecked();
});

it('signs users out on this device, including those without an address', async () => {
  const network = aNetwork().answer(signOut, undefined).answerWebServer('DELETE', '/api/signout', undefined);
  const { user, session, currentUrl } = setUp({ me: aMe('school'), network });
  await user.click(screen.getByRole('button', { name: 'この端末からログアウト' }));
  await waitFor(() => expect(session.getState().me).toBeNull());
  expect(network.calls(signOut)).toHaveLength(1);
  await waitFor(() => expect(currentUrl()).toBe('/'));
});

it('stays signed in and shows why when signing out fails', async () => {
  const { user, session } = setUp({ network: aNetwork().refuse(signOut, 'rate_limited') });
  await user.click(screen.getByRole('button', { name: 'この端末からログアウト' }));
  expect(await screen.findByText('しばらくしてからもう一度お試しください。')).toBeInTheDocument();
  expect(session.getState().me).not.toBeNull();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'この端末からログアウト' })).not.toHaveAttribute('aria-busy'),
  );
});

it.each([
  ['an adult', aMe('adult'), true],
  ['an adult with a plan', aMe('adult', { isSubscribed: true }), false],
  ['a student', aMe('student'), false],
  ['a pupil', aMe('school'), false],
  ['a professional', aMe('professional'), false],
  ['a user whose documents were returned', aMe('adult', { state: 'need_resubmit' }), false],
])('offers %s the registration as a professional only if eligible', (_who, me, isLed) => {
  setUp({ me, path: '/settings#profile' });
  expect(card('プロフィール').getByRole('link', { name: 'マイプロフィール' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/users\/usr_/),
  );
  const link = card('プロフィール').queryByRole('link', { name: 'プロフェッショナルとして登録' });
  if (isLed) expect(link).toHaveAttribute('href', '/signin?tab=signup&kind=professional&next=%2Fsettings');
  else expect(link).not.toBeInTheDocument();
});

describe('blocked people', () => {
  const yuto = aUser({ nickname: '伊藤 悠斗' });

  it('are listed and can be unblocked after confirmation', async () => {
    const network = aNetwork()
      .answer(listBlockedPeople, aPage([yuto, aUser({ nickname: '鈴木 蓮' })]))
      .answer(unblockUser, { ok: true });
    const { user } = setUp({ network, path: '/settings#blocks' });
    await user.click(await card('ブロック中の人').findByRole('button', { name: '伊藤 悠斗さんのブロックを解除する' }));
    expect(network.calls(unblockUser)).toHaveLength(0);
    network.answer(listBlockedPeople, aPage([]));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ブロックを解除する' }));
    expect(await card('ブロック中の人').findByText(/ブロックしている人はいません。/)).toBeInTheDocument();
    expect(network.calls(unblockUser)[0]?.params).toEqual({ id: yuto.id });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'ブロック中の人' })).toHaveFocus());
  });

  it('stay in the list with the dialog open when unblocking fails', async () => {
    const network = aNetwork()
      .answer(listBlockedPeople, aPage([yuto]))
      .refuse(unblockUser, 'rate_limited');
    const { user } = setUp({ network, path: '/settings#blocks' });
    await user.click(await card('ブロック中の人').findByRole('button', { name: /ブロックを解除する/ }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ブロックを解除する' }));
    expect(await screen.findByText('しばらくしてからもう一度お試しください。')).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'キャンセル' }));
    expect(card('ブロック中の人').getByRole('link', { name: '伊藤 悠斗' })).toBeInTheDocument();
  });

  it('are fetched again after a failure', async () => {
    const network = aNetwork().refuse(listBlockedPeople, 'rate_limited');
    const { user } = setUp({ network, path: '/settings#blocks' });
    await card('ブロック中の人').findByText('ブロック中の人を表示できませんでした。');
    network.answer(listBlockedPeople, aPage([yuto]));
    await user.click(card('ブロック中の人').getByRole('button', { name: 'もう一度試す' }));
    expect(await card('ブロック中の人').findByText('伊藤 悠斗')).toBeInTheDocument();
  });
});
