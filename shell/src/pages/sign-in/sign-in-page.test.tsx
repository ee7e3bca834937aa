import {
  createPasskeySignInChallenge,
  createReservation,
  deleteReservation,
  finishSchoolSignIn,
  followUser,
  signIn,
  signInPartnerSchool,
  signInWithPasskey,
  signUp,
  startSchoolSignIn,
} from '@manabiba/shared/data/endpoints';
import type { AppConfig } from '@manabiba/shared/page/boot-data';
import { type Intent, keepIntent } from '@manabiba/shared/session/intent';
import { forgetPerson } from '@manabiba/shared/session/person-storage';
import { aMe } from '@manabiba/shared/testing/builders';
import { useFakeAuthenticator } from '@manabiba/shared/testing/fake-authenticator';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { screen, waitFor, within } from '@testing-library/react';

import { renderShell } from '../../testing/render-shell';
import { nextPath } from './next-path';
import { keepSchoolPageMemory } from './school/school-page-memory';

// Typing letter by letter is slow on a busy machine.

const me = aMe('adult', { nickname: '宮下 紗季' });

async function setUp(path = '/signin', network = new FakeNetwork(), config: Partial<AppConfig> = {}) {
  network
    .answer(signIn, { user: me })
    .answer(signInPartnerSchool, { user: aMe('school') })
    .answer(signUp, { user: me });
  const shell = renderShell({ path, network, config });
  await screen.findByRole('tab', { name: 'ログイン' });
  const main = within(screen.getByRole('main'));
  const type = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await shell.user.type(main.getByLabelText(label), text);
  };
  const click = (name: string) => shell.user.click(main.getByRole('button', { name }));
  return { ...shell, main, type, click };
}
const signedIn = () => screen.findByRole('button', { name: 'メニューを開く' });

describe('a pupil who comes back from the page of the school', () => {
  const remembered = { browserKey: 'key of this browser', search: '?next=%2Flaw' };
  const comeBack = (
    query: string,
    network = new FakeNetwork().answer(finishSchoolSignIn, { ssoToken: 'token of the school' }),
  ) => {
    network.answer(signInPartnerSchool, { user: aMe('school') });
    return renderShell({ path: `/signin?${query}`, network });
  };

  it('is signed in and goes to where they wanted to', async () => {
    keepSchoolPageMemory('state-1', remembered);
    const { network, currentUrl } = comeBack('state=state-1&code=code-1&iss=https%3A%2F%2Fid.example');
    await signedIn();
    expect(currentUrl()).toBe('/law');
    expect(network.calls(finishSchoolSignIn).map(({ body }) => body)).toEqual([
      { state: 'state-1', code: 'code-1', iss: 'https://id.example', browserKey: 'key of this browser' },
    ]);
    expect(network.calls(signInPartnerSchool)[0]?.body).toEqual({ ssoToken: 'token of the school' });
  });

  it('reads why it did not work, and the answer of the page is in the URL no more', async () => {
    keepSchoolPageMemory('state-2', remembered);
    const network = new FakeNetwork().refuse(finishSchoolSignIn, 'link_expired');
    const { currentUrl } = comeBack('state=state-2&error=access_denied', network);
    expect(await screen.findByRole('alert')).toHaveTextContent('リンクの有効期限が切れています。');
    expect(screen.getByLabelText('学校コード')).toBeInTheDocument();
    expect(currentUrl()).toBe('/signin?next=%2Flaw');
  });

  it('does not sign in by a link from another source', async () => {
    const { network, currentUrl } = comeBack('state=state-3&code=code-3&next=https%3A%2F%2Fevil.example');
    expect(await screen.findByRole('alert')).toHaveTextContent('ログインを始めた画面ではない');
    expect(network.calls(finishSchoolSignIn)).toHaveLength(0);
    expect(currentUrl()).toBe('/signin');
  });
});

describe('the page of the school', () => {
  const open = async (network = new FakeNetwork()) => {
    const shell = await setUp('/signin', network);
    await shell.click('学校のアカウントでログイン');
    return shell;
  };

  it('is asked for with the code of the school', async () => {
    const { click, network } = await open();
    await click('学校のページでログイン');
    expect(await screen.findByText('学校コードを入力してください。')).toBeInTheDocument();
    expect(network.calls(startSchoolSignIn)).toHaveLength(0);
  });

  it('shows why it cannot be opened, and keeps the code', async () => {
    const { click, type } = await open(new FakeNetwork().refuse(startSchoolSignIn, 'unavailable'));
    await type({ 学校コード: 'minato-hs' });
    await click('学校のページでログイン');
    expect(await screen.findByRole('alert')).toHaveTextContent('問題が発生しました。');
    expect(screen.getByLabelText('学校コード')).toHaveValue('minato-hs');
  });
});

describe('a second factor', () => {
  const fill = { メールアドレス: 'saki@example.jp', パスワード: 'sakura-2026' };

  it('is asked for in place of the form, and signs in with what was typed and the code', async () => {
    const { click, type, network, user, currentUrl } = await setUp('/signin?next=%2Flaw');
    network.refuse(signIn, 'second_factor_required');
    await type(fill);
    await click('ログイン');
    const field = await screen.findByRole('textbox', { name: '確認コード' });
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.getByLabelText('メールアドレス')).not.toBeVisible();
    network.refuse(signIn, 'invalid', { fields: { code: 'コードが正しくありません。' } });
    await user.type(field, '000000{Enter}');
    expect(await screen.findByText('コードが正しくありません。')).toBeInTheDocument();
    expect(field).toHaveValue('000000');
    network.answer(signIn, { user: me });
    await user.clear(field);
    await user.type(field, '123456{Enter}');
    await signedIn();
    expect(currentUrl()).toBe('/law');
    const typed = { email: 'saki@example.jp', password: 'sakura-2026' };
    expect(network.calls(signIn).map(({ body }) => body)).toEqual([
      typed,
      { ...typed, code: '000000' },
      { ...typed, code: '123456' },
    ]);
  });

  it('takes a recovery code', async () => {
    const { click, type, network, user } = await setUp();
    network.refuse(signIn, 'second_factor_required');
    await type(fill);
    await click('ログイン');
    await user.click(await screen.findByRole('button', { name: '回復コードを使う' }));
    network.answer(signIn, { user: me });
    await user.type(screen.getByRole('textbox', { name: '回復コード' }), 'ABCDE-FGH23{Enter}');
    await signedIn();
    expect(network.calls(signIn)[1]?.body).toMatchObject({ code: 'ABCDE-FGH23' });
  });

  it('leads back to the form, which has kept what was typed', async () => {
    const { click, type, network, user } = await setUp();
    network.refuse(signIn, 'second_factor_required');
    await type(fill);
    await click('ログイン');
    await user.click(await screen.findByRole('button', { name: 'ログインの入力に戻る' }));
    expect(screen.queryByRole('textbox', { name: '確認コード' })).not.toBeInTheDocument();
    expect(screen.getByLabelText('メールアドレス')).toBeVisible();
    expect(screen.getByLabelText('メールアドレス')).toHaveValue('saki@example.jp');
    await waitFor(() => expect(screen.getByRole('button', { name: 'ログイン' })).toBeEnabled());
  });

  it('is asked for after the page of the school, whose answer is sent once', async () => {
    keepSchoolPageMemory('state-1', { browserKey: 'key of this browser', search: '?next=%2Flaw' });
    const network = new FakeNetwork()
      .answer(finishSchoolSignIn, { ssoToken: 'token of the school' })
      .refuse(signInPartnerSchool, 'second_factor_required');
    const { user, currentUrl } = renderShell({ path: '/signin?state=state-1&code=code-1', network });
    const field = await screen.findByRole('textbox', { name: '確認コード' });
    network.answer(signInPartnerSchool, { user: aMe('school') });
    await user.type(field, '123456{Enter}');
    await signedIn();
    expect(currentUrl()).toBe('/law');
    expect(network.calls(finishSchoolSignIn)).toHaveLength(1);
    expect(network.calls(signInPartnerSchool)[1]?.body).toEqual({ ssoToken: 'token of the school', code: '123456' });
  });
});

describe('a passkey', () => {
  const challenge = {
    challengeId: 'pkc_1',
    options: { challenge: 'Y2hhbGxlbmdl', timeout: 300_000, rpId: 'localhost', userVerification: 'required' as const },
  };
  const aNetwork = () => new FakeNetwork().answer(createPasskeySignInChallenge, challenge);

  describe('in a browser that has them', () => {
    const authenticator = useFakeAuthenticator();

    it('signs the user in without a typed address and returns to the requested page', async () => {
      const network = aNetwork().answer(signInWithPasskey, { user: me });
      const { click, currentUrl } = await setUp('/signin?next=%2Flaw', network);
      expect(network.calls(createPasskeySignInChallenge)).toHaveLength(0);
      await click('パスキーでログイン');
      await signedIn();
      expect(currentUrl()).toBe('/law');
      expect(network.calls(signInWithPasskey)[0]?.body).toMatchObject({
        challengeId: 'pkc_1',
        assertion: { id: 'a2V5', response: { signature: 'c2lnbmF0dXJl' } },
      });
    });

    it('is no error when the user closes the dialog of the browser', async () => {
      const { click, network, main } = await setUp('/signin', aNetwork());
      authenticator.failsWith = 'NotAllowedError';
      await click('パスキーでログイン');
      await waitFor(() => expect(main.getByRole('button', { name: 'パスキーでログイン' })).toBeEnabled());
      expect(authenticator.asked).toHaveLength(1);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      expect(network.calls(signInWithPasskey)).toHaveLength(0);
    });

    it.each([
      ['the challenge', createPasskeySignInChallenge],
      ['the answer', signInWithPasskey],
    ])('shows why the api refuses %s', async (_what, call) => {
      const { click } = await setUp('/signin', aNetwork().refuse(call as typeof signInWithPasskey, 'rate_limited'));
      await click('パスキーでログイン');
      expect(await screen.findByRole('alert')).toHaveTextContent('しばらくしてからもう一度お試しください。');
    });
  });

  it('shows when the browser has none', async () => {
    const { click } = await setUp('/signin', aNetwork());
    await click('パスキーでログイン');
    expect(await screen.findByRole('alert')).toHaveTextContent('このブラウザーではパスキーを使えません。');
  });
});

describe('sign-in', () => {
  it('signs the user in and returns to the requested page', async () => {
    const { type, click, network, currentUrl } = await setUp('/signin?next=%2Flaw');
    await type({ メールアドレス: ' Saki@Example.jp ', パスワード: 'abcdefgh' });
    await click('ログイン');
    await signedIn();
    expect(network.calls(signIn)[0]?.body).toEqual({ email: 'saki@example.jp', password: 'abcdefgh' });
    expect(currentUrl()).toBe('/law');
  });

  it('validates required fields before calling the api', async () => {
    const { click, network } = await setUp();
    await click('ログイン');
    expect(await screen.findByText('メールアドレスを入力してください。')).toBeInTheDocument();
    expect(screen.getByText('パスワードを入力してください。')).toBeInTheDocument();
    expect(screen.getByLabelText('メールアドレス')).toHaveFocus();
    expect(network.calls(signIn)).toHaveLength(0);
  });

  it('shows a rejection above the form and keeps the typed values', async () => {
    const { type, click, network } = await setUp();
    network.refuse(signIn, 'invalid_credentials');
    await type({ メールアドレス: 'saki@example.jp', パスワード: 'abcdefgh' });
    await click('ログイン');
    expect(await screen.findByRole('alert')).toHaveTextContent('メールアドレスまたはパスワードが正しくありません。');
    expect(screen.getByLabelText('メールアドレス')).toHaveValue('saki@example.jp');
    expect(screen.getByLabelText('パスワード')).toHaveValue('abcdefgh');
  });

  it('signs pupils in with the codes of their school', async () => {
    const { type, click, network } = await setUp();
    await click('学校のアカウントでログイン');
    await type({ 学校コード: 'minato-hs', 生徒コード: '2-1-07', パスワード: 'abcdefgh' });
    await click('ログイン');
    await signedIn();
    expect(network.calls(signInPartnerSchool)[0]?.body).toEqual({
      schoolCode: 'MINATO-HS',
      studentCode: '2-1-07',
      password: 'abcdefgh',
    });
  });

  it('redirects a signed-in user at once', async () => {
    const { currentUrl } = renderShell({ me, path: '/signin?next=%2Flaw' });
    await waitFor(() => expect(currentUrl()).toBe('/law'));
  });

  it('offers browsing without an account', async () => {
    const { main } = await setUp();
    expect(main.getByRole('link', { name: 'ログインせずに見る' })).toHaveAttribute('href', '/');
  });
});

describe('in a browser that stores no cookies', () => {
  beforeEach(() => {
    jest.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  it.each(['/signin', '/signin?tab=signup'])('shows a message at %s, where a session could not last', async (path) => {
    renderShell({ path });
    expect(await screen.findByRole('alert')).toHaveTextContent('Cookieが保存されないため、ログインできません。');
    expect(screen.queryByRole('button', { name: 'ログイン' })).not.toBeInTheDocument();
  });
});

describe('sign-up', () => {
  const form = {
    ニックネーム: 'しおり',
    メールアドレス: 'shiori@example.jp',
    パスワード: 'abcdefghij',
    生年月日: '1990-04-12',
  };

  it('has its own URL, and keeps the requested page', async () => {
    const { user, currentUrl } = await setUp('/signin?next=%2Flaw');
    await user.click(screen.getByRole('tab', { name: '新規登録' }));
    expect(currentUrl()).toBe('/signin?next=%2Flaw&tab=signup');
    await waitFor(() => expect(document.title).toBe('新規登録 | まなびば'));
    expect(screen.getByLabelText('ニックネーム')).toBeInTheDocument();
  });

  it('creates an account and signs the user in', async () => {
    const { user, type, click, network, main } = await setUp('/signin?tab=signup');
    await type(form);
    expect(main.queryByLabelText('保護者のメールアドレス')).not.toBeInTheDocument();
    await user.click(main.getByRole('checkbox', { name: /同意する/ }));
    await click('アカウントを作成');
    await signedIn();
    expect(network.calls(signUp)[0]?.body).toEqual({
      nickname: 'しおり',
      email: 'shiori@example.jp',
      password: 'abcdefghij',
      birthDate: '1990-04-12',
      agreeTerms: true,
    });
  });

  it('requires a guardian for users of 15 or under', async () => {
    const young = `${new Date().getFullYear() - 14}-01-01`;
    const { user, type, click, network, main } = await setUp('/signin?tab=signup');
    await type({ ...form, 生年月日: young });
    await user.click(main.getByRole('checkbox', { name: /同意する/ }));
    await click('アカウントを作成');
    expect(await screen.findByText('保護者のメールアドレスを入力してください。')).toBeInTheDocument();
    expect(network.calls(signUp)).toHaveLength(0);
    await type({ 保護者のメールアドレス: 'hogosha@example.jp' });
    await click('アカウントを作成');
    await signedIn();
    expect(network.calls(signUp)[0]?.body).toMatchObject({ birthDate: young, guardianEmail: 'hogosha@example.jp' });
  });

  it('requires accepted terms, a long password and a nickname', async () => {
    const { type, click } = await setUp('/signin?tab=signup');
    await type({ パスワード: 'short' });
    await click('アカウントを作成');
    for (const sentence of [
      'ニックネームを入力してください。',
      'メールアドレスを入力してください。',
      'パスワードは8文字以上で入力してください。',
      '生年月日を入力してください。',
      '利用規約とプライバシーポリシーへの同意が必要です。',
    ])
      expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it('shows an api error at the field that it names, and keeps everything typed', async () => {
    const { user, type, click, network, main } = await setUp('/signin?tab=signup');
    network.refuse(signUp, 'invalid', { fields: { email: 'このメールアドレスは使えません。' } });
    await type(form);
    await user.click(main.getByRole('checkbox', { name: /同意する/ }));
    await click('アカウントを作成');
    expect(await screen.findByText('このメールアドレスは使えません。')).toBeInTheDocument();
    expect(main.getByLabelText('メールアドレス')).toHaveAccessibleDescription(/使えません/);
    expect(main.getByLabelText('ニックネーム')).toHaveValue('しおり');
    expect(main.getByLabelText('生年月日')).toHaveValue('1990-04-12');
    expect(main.getByRole('checkbox')).toBeChecked();
  });

  it('shows that a closed service accepts no new users', async () => {
    const { user, type, click, network, main } = await setUp('/signin?tab=signup');
    network.refuse(signUp, 'service_closed');
    await type(form);
    await user.click(main.getByRole('checkbox', { name: /同意する/ }));
    await click('アカウントを作成');
    expect(await screen.findByText('本サービスは終了したため、この操作はできません。')).toBeInTheDocument();
  });
});

it.each([
  ['/classrooms/cls_1?key=k#c', '/classrooms/cls_1?key=k#c'],
  [null, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example/', '/'],
  ['/.//evil.example/', '/'],
  ['/%2F/evil.example', '/%2F/evil.example'],
  ['javascript:alert(1)', '/'],
  ['/signin?next=/signin', '/'],
])('next=%s leads to %s', (next, path) => {
  expect(nextPath(next, 'http://localhost')).toBe(path);
});

describe('the intent of a visitor at sign-in', () => {
  const reserve: Intent = { kind: 'reserve', id: 'cls_1', name: '三角関数', key: 'K3y' };
  const follow: Intent = { kind: 'follow', id: 'usr_9', name: '小林 亮太' };
  afterEach(() => {
    jest.useRealTimers();
    forgetPerson();
  });

  const arrive = async (intent: Intent, { mark = keepIntent(intent), tab = '' } = {}) => {
    const network = new FakeNetwork()
      .answer(createReservation, { isReserved: true, reservedCount: 1 })
      .answer(deleteReservation, { isReserved: false, reservedCount: 0 })
      .answer(followUser, { isFollowed: true, followerCount: 1 });
    return setUp(`/signin?next=%2Flaw&intent=${mark}${tab}`, network);
  };
  const come = async ({ type, click }: Awaited<ReturnType<typeof setUp>>) => {
    await type({ メールアドレス: 'a@b.jp', パスワード: 'abcdefgh' });
    await click('ログイン');
    await signedIn();
  };

  it('is announced, carried out once after sign-in, and can be undone', async () => {
    const app = await arrive(reserve);
    expect(app.main.getByText('ログインすると、「三角関数」を予約します。')).toBeInTheDocument();
    expect(app.network.calls(createReservation)).toHaveLength(0);
    await come(app);
    expect(await screen.findByText('「三角関数」を予約しました。')).toBeInTheDocument();
    expect(app.currentUrl()).toBe('/law');
    expect(app.network.calls(createReservation)).toMatchObject([{ body: { key: 'K3y' } }]);
    await app.user.click(screen.getByRole('button', { name: '元に戻す' }));
    expect(await screen.findByText('予約を取り消しました。')).toBeInTheDocument();
    expect(app.network.calls(deleteReservation)).toHaveLength(1);
    expect(Object.keys(sessionStorage).filter((key) => key.includes('intent'))).toEqual([]);
  });

  it('is carried out for a new user too', async () => {
    const app = await arrive(follow, { tab: '&tab=signup' });
    expect(app.main.getByText('登録すると、小林 亮太さんをフォローします。')).toBeInTheDocument();
    await app.type({
      ニックネーム: '宮下 紗季',
      メールアドレス: 'saki@example.jp',
      パスワード: 'sakura-no-ki-7',
      生年月日: '1990-04-12',
    });
    await app.user.click(app.main.getByRole('checkbox', { name: /に同意する/ }));
    await app.click('アカウントを作成');
    expect(await screen.findByText('小林 亮太さんをフォローしました。')).toBeInTheDocument();
    expect(app.network.calls(followUser)).toHaveLength(1);
  });

  it('shows the reason when it is rejected', async () => {
    const app = await arrive(reserve);
    app.network.refuse(createReservation, 'audience_restricted');
    await come(app);
    const toast = (await screen.findByText('この教室は24歳以下の方が対象です。')).closest('li');
    // Toasts of earlier tests may still be visible.
    expect(toast?.querySelector('button')).toBeNull();
  });

  it('can be cancelled', async () => {
    const app = await arrive(reserve);
    await app.click('やめる');
    expect(app.main.queryByText(/を予約します。/)).not.toBeInTheDocument();
    await come(app);
    expect(app.network.calls(createReservation)).toHaveLength(0);
  });

  it.each([
    ['reaches sign-in another way', 'nothing'],
    ['follows a link that names an intent', '1-2'],
  ])('is not carried out for a visitor who %s', async (_how, mark) => {
    keepIntent(reserve);
    const app = await arrive(reserve, { mark });
    expect(app.main.queryByText(/を予約します。/)).not.toBeInTheDocument();
    await come(app);
    expect(app.network.calls(createReservation)).toHaveLength(0);
  });

  it('expires after half an hour', async () => {
    const mark = keepIntent(reserve);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * 60_000 + 1);
    const app = await arrive(reserve, { mark });
    expect(app.main.queryByText(/を予約します。/)).not.toBeInTheDocument();
    await come(app);
    expect(app.network.calls(createReservation)).toHaveLength(0);
  });
});

describe('when the service accepts no new users', () => {
  const closure = { endedOn: '2025-03-31', url: 'https://example.com/closure', mode: 'readonly' } as const;

  it('sign-up shows a message at the start', async () => {
    const { main } = await setUp('/signin?tab=signup', new FakeNetwork(), { closure });
    expect(main.getByText('本サービスは終了したため、新規登録はできません。')).toBeInTheDocument();
    expect(main.getByRole('link', { name: '詳しくはこちら' })).toHaveAttribute('href', 'https://example.com/closure');
    expect(main.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('sign-in still works', async () => {
    const { type, click } = await setUp('/signin', new FakeNetwork(), { closure });
    await type({ メールアドレス: 'saki@example.jp', パスワード: 'abcdefgh' });
    await click('ログイン');
    await signedIn();
  });

  it('becoming a professional shows a message at the start', async () => {
    renderShell({
      me: aMe('adult'),
      path: '/signin?tab=signup&kind=professional&next=%2Fsettings',
      config: { closure },
    });
    expect(
      await screen.findByText('本サービスは終了したため、プロフェッショナルの登録はできません。'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});
