import { screen, waitFor, within } from '@testing-library/react';
import { signIn, signInPartnerSchool, signUp } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderShell } from '../../testing/render-shell';
import { nextPath } from './next-path';

const me = aMe('adult', { nickname: '宮下 紗季' });

async function setUp(path = '/signin', network = new FakeNetwork()) {
  network.answer(signIn, { user: me }).answer(signInPartnerSchool, { user: aMe('school') }).answer(signUp, { user: me });
  const shell = renderShell({ path, network });
  await screen.findByRole('tab', { name: 'ログイン' });
  const main = within(screen.getByRole('main'));
  const type = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await shell.user.type(main.getByLabelText(label), text);
  };
  const press = (name: string) => shell.user.click(main.getByRole('button', { name }));
  return { ...shell, main, type, press };
}
const signedIn = () => screen.findByRole('button', { name: 'メニューを開く' });

describe('sign-in', () => {
  it('lets people in and leads to where they wanted to go', async () => {
    const { type, press, network, currentUrl } = await setUp('/signin?next=%2Flaw');
    await type({ メールアドレス: ' Saki@Example.jp ', パスワード: 'abcdefgh' });
    await press('ログイン');
    await signedIn();
    expect(network.calls(signIn)[0]?.body).toEqual({ email: 'saki@example.jp', password: 'abcdefgh' });
    expect(currentUrl()).toBe('/law');
  });

  it('asks for what is missing before it asks the api', async () => {
    const { press, network } = await setUp();
    await press('ログイン');
    expect(await screen.findByText('メールアドレスを入力してください。')).toBeInTheDocument();
    expect(screen.getByText('パスワードを入力してください。')).toBeInTheDocument();
    expect(screen.getByLabelText('メールアドレス')).toHaveFocus();
    expect(network.calls(signIn)).toHaveLength(0);
  });

  it('tells a refusal above the form and keeps what was typed', async () => {
    const { type, press, network } = await setUp();
    network.refuse(signIn, 'invalid_credentials');
    await type({ メールアドレス: 'saki@example.jp', パスワード: 'abcdefgh' });
    await press('ログイン');
    expect(await screen.findByRole('alert')).toHaveTextContent('メールアドレスまたはパスワードが正しくありません。');
    expect(screen.getByLabelText('メールアドレス')).toHaveValue('saki@example.jp');
    expect(screen.getByLabelText('パスワード')).toHaveValue('abcdefgh');
  });

  it('lets pupils in by the codes of their school', async () => {
    const { type, press, network } = await setUp();
    await press('学校のアカウントでログイン');
    await type({ 学校コード: 'minato-hs', 生徒コード: '2-1-07', パスワード: 'abcdefgh' });
    await press('ログイン');
    await signedIn();
    expect(network.calls(signInPartnerSchool)[0]?.body).toEqual({ schoolCode: 'MINATO-HS', studentCode: '2-1-07', password: 'abcdefgh' });
  });

  it('leads on at once whoever is signed in', async () => {
    const { currentUrl } = renderShell({ me, path: '/signin?next=%2Flaw' });
    await waitFor(() => expect(currentUrl()).toBe('/law'));
  });

  it('can be left for a look without an account', async () => {
    const { main } = await setUp();
    expect(main.getByRole('link', { name: 'ログインせずに見る' })).toHaveAttribute('href', '/');
  });
});

describe('in a browser that keeps no cookie', () => {
  beforeEach(() => { jest.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined); });
  afterEach(() => jest.restoreAllMocks());

  it.each(['/signin', '/signin?tab=signup'])('says so at %s, where signing in could not last', async (path) => {
    renderShell({ path });
    expect(await screen.findByRole('alert')).toHaveTextContent('Cookieが保存されないため、ログインできません。');
    expect(screen.queryByRole('button', { name: 'ログイン' })).not.toBeInTheDocument();
  });
});

describe('sign-up', () => {
  const form = { ニックネーム: 'しおり', メールアドレス: 'shiori@example.jp', パスワード: 'abcdefghij', 生年月日: '1990-04-12' };

  it('has an address of its own, and keeps where people wanted to go', async () => {
    const { user, currentUrl } = await setUp('/signin?next=%2Flaw');
    await user.click(screen.getByRole('tab', { name: '新規登録' }));
    expect(currentUrl()).toBe('/signin?next=%2Flaw&tab=signup');
    await waitFor(() => expect(document.title).toBe('新規登録 | まなびば'));
    expect(screen.getByLabelText('ニックネーム')).toBeInTheDocument();
  });

  it('makes an account and lets its owner in', async () => {
    const { user, type, press, network, main } = await setUp('/signin?tab=signup');
    await type(form);
    expect(main.queryByLabelText('保護者のメールアドレス')).not.toBeInTheDocument();
    await user.click(main.getByRole('checkbox', { name: /同意する/ }));
    await press('アカウントを作成');
    await signedIn();
    expect(network.calls(signUp)[0]?.body).toEqual({ nickname: 'しおり', email: 'shiori@example.jp', password: 'abcdefghij', birthDate: '1990-04-12', agreeTerms: true });
  });

  it('asks people of 15 or under for a guardian', async () => {
    const young = `${new Date().getFullYear() - 14}-01-01`;
    const { user, type, press, network, main } = await setUp('/signin?tab=signup');
    await type({ ...form, 生年月日: young });
    await user.click(main.getByRole('checkbox', { name: /同意する/ }));
    await press('アカウントを作成');
    expect(await screen.findByText('保護者のメールアドレスを入力してください。')).toBeInTheDocument();
    expect(network.calls(signUp)).toHaveLength(0);
    await type({ 保護者のメールアドレス: 'hogosha@example.jp' });
    await press('アカウントを作成');
    await signedIn();
    expect(network.calls(signUp)[0]?.body).toMatchObject({ birthDate: young, guardianEmail: 'hogosha@example.jp' });
  });

  it('wants the terms agreed to, a long password and a nickname', async () => {
    const { type, press } = await setUp('/signin?tab=signup');
    await type({ パスワード: 'short' });
    await press('アカウントを作成');
    for (const sentence of [
      'ニックネームを入力してください。', 'メールアドレスを入力してください。', 'パスワードは8文字以上で入力してください。', '生年月日を入力してください。', '利用規約とプライバシーポリシーへの同意が必要です。',
    ]) expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it('tells what the api says at the field that it names, and keeps everything typed', async () => {
    const { user, type, press, network, main } = await setUp('/signin?tab=signup');
    network.refuse(signUp, 'invalid', { fields: { email: 'このメールアドレスは使えません。' } });
    await type(form);
    await user.click(main.getByRole('checkbox', { name: /同意する/ }));
    await press('アカウントを作成');
    expect(await screen.findByText('このメールアドレスは使えません。')).toBeInTheDocument();
    expect(main.getByLabelText('メールアドレス')).toHaveAccessibleDescription(/使えません/);
    expect(main.getByLabelText('ニックネーム')).toHaveValue('しおり');
    expect(main.getByLabelText('生年月日')).toHaveValue('1990-04-12');
    expect(main.getByRole('checkbox')).toBeChecked();
  });

  it('says that a closed service takes nobody in', async () => {
    const { user, type, press, network, main } = await setUp('/signin?tab=signup');
    network.refuse(signUp, 'service_closed');
    await type(form);
    await user.click(main.getByRole('checkbox', { name: /同意する/ }));
    await press('アカウントを作成');
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
