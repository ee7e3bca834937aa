import type { SignedInMe } from '@manabiba/shared/contract/users';
import {
  checkSchoolCodes,
  signUp,
  signUpPartnerSchool,
  signUpProfessional,
  signUpWithProvider,
} from '@manabiba/shared/data/endpoints';
import type { ProviderToken, SignUpStepsParams } from '@manabiba/shared/platform';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { fireEvent, screen, waitFor } from '@testing-library/react';

import { SignUpSteps } from './sign-up-steps';

const token: ProviderToken = { idToken: 'id-token', email: 'shiori@example.jp', name: '宮下 しおり' };
const yearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`;

function setUp({
  me = null,
  path = '/signin?tab=signup',
  state,
  network = new FakeNetwork(),
  ...given
}: Partial<SignUpStepsParams> & {
  me?: SignedInMe | null;
  path?: string;
  state?: unknown;
  network?: FakeNetwork;
} = {}) {
  const answer = { user: aMe() };
  for (const call of [signUp, signUpPartnerSchool, signUpProfessional, signUpWithProvider] as const)
    network.answer(call as typeof signUp, answer);
  network.answer(checkSchoolCodes, { schoolName: 'みなと高等学校' });
  const wasLetIn = jest.fn();
  const params = {
    letIn: async (call) => {
      const { user } = await call();
      wasLetIn(user.id);
    },
    askProvider: null,
    provided: null,
    ...given,
  } satisfies SignUpStepsParams;
  const app = renderWithApp(<SignUpSteps {...params} />, { me, path, state, pattern: '/signin', network });
  const type = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) {
      await app.user.clear(screen.getByLabelText(label));
      await app.user.type(screen.getByLabelText(label), text);
    }
  };
  const click = (name: string) => app.user.click(screen.getByRole('button', { name }));
  const choose = (name: RegExp) => app.user.click(screen.getByRole('radio', { name }));
  const agree = () => app.user.click(screen.getByRole('checkbox', { name: /同意する/ }));
  const heading = (name: string) => screen.findByRole('heading', { name });
  return { ...app, wasLetIn, type, click, choose, agree, heading };
}

const person = { ニックネーム: 'しおり', 生年月日: '1990-04-12' };
const method = { メールアドレス: 'Shiori@example.jp', パスワード: 'sakura-no-ki-7' };
const organisation = { 団体名: 'みなと天文台', '適格請求書発行事業者登録番号(任意)': 'T1234567890123' };

it('creates an account in three steps', async () => {
  const { type, click, agree, heading, network, wasLetIn } = setUp();
  expect(screen.getByText('ステップ 1 / 3')).toBeInTheDocument();
  await click('次へ');
  expect(await heading('あなたについて')).toHaveFocus();
  await type(person);
  expect(screen.queryByLabelText('保護者のメールアドレス')).not.toBeInTheDocument();
  await click('次へ');
  await heading('ログイン方法');
  await type(method);
  await agree();
  await click('アカウントを作成');
  await waitFor(() => expect(wasLetIn).toHaveBeenCalled());
  expect(network.calls(signUp)[0]?.body).toEqual({
    nickname: 'しおり',
    birthDate: '1990-04-12',
    email: 'shiori@example.jp',
    password: 'sakura-no-ki-7',
    agreeTerms: true,
  });
});

it('validates each step', async () => {
  const { click, heading, network } = setUp();
  await click('次へ');
  await heading('あなたについて');
  await click('次へ');
  expect(await screen.findByText('ニックネームを入力してください。')).toBeInTheDocument();
  expect(screen.getByText('生年月日を入力してください。')).toBeInTheDocument();
  expect(screen.getByLabelText('ニックネーム')).toHaveFocus();
  expect(network.calls(signUp)).toHaveLength(0);
});

it('keeps all input when going back with the button or the browser', async () => {
  const { type, click, heading, currentUrl } = setUp();
  await click('次へ');
  await heading('あなたについて');
  await type(person);
  await click('次へ');
  await heading('ログイン方法');
  await type(method);
  expect(currentUrl()).toBe('/signin?tab=signup&step=3');
  await click('戻る');
  await heading('あなたについて');
  expect(screen.getByLabelText('ニックネーム')).toHaveValue('しおり');
  await click('次へ');
  await heading('ログイン方法');
  expect(screen.getByLabelText('パスワード')).toHaveValue('sakura-no-ki-7');
});

it('does not open an unreached step by URL, and goes on from the first one', async () => {
  const { click, heading, currentUrl } = setUp({ path: '/signin?tab=signup&step=3' });
  expect(await heading('登録の種類')).toBeInTheDocument();
  await waitFor(() => expect(currentUrl()).toBe('/signin?tab=signup&step=1'));
  await click('次へ');
  await heading('あなたについて');
  await click('戻る');
  expect(await heading('登録の種類')).toBeInTheDocument();
});

it('shows the rules for people of 12 or under and requires a guardian', async () => {
  const { type, click, agree, heading, network } = setUp();
  await click('次へ');
  await heading('あなたについて');
  await type({ ...person, 生年月日: yearsAgo(10) });
  expect(screen.getByText('12歳以下のみなさんへ')).toBeInTheDocument();
  await click('次へ');
  expect(await screen.findByText('保護者のメールアドレスを入力してください。')).toBeInTheDocument();
  await type({ 保護者のメールアドレス: 'hogosha@example.jp' });
  await click('次へ');
  await heading('ログイン方法');
  await type(method);
  await agree();
  await click('アカウントを作成');
  await waitFor(() =>
    expect(network.calls(signUp)[0]?.body).toMatchObject({
      birthDate: yearsAgo(10),
      guardianEmail: 'hogosha@example.jp',
    }),
  );
});

it('registers a pupil with three codes and without an address', async () => {
  const { type, click, choose, heading, network, wasLetIn } = setUp();
  await choose(/学校コード/);
  await click('次へ');
  await heading('学校のコード');
  await type({ 学校コード: 'minato-hs', 登録コード: 'ABC-123', 生徒コード: '2-1-09' });
  await click('次へ');
  await heading('あなたについて');
  await type({ ...person, 生年月日: yearsAgo(15), パスワード: 'sakura-no-ki-7' });
  await click('アカウントを作成');
  await waitFor(() => expect(wasLetIn).toHaveBeenCalled());
  expect(network.calls(signUpPartnerSchool)[0]?.body).toEqual({
    schoolCode: 'MINATO-HS',
    inviteCode: 'ABC-123',
    studentCode: '2-1-09',
    nickname: 'しおり',
    birthDate: yearsAgo(15),
    password: 'sakura-no-ki-7',
  });
});

it('returns a pupil with a used code to that field and keeps all input', async () => {
  const { type, click, choose, heading, network } = setUp();
  network.refuse(signUpPartnerSchool, 'code_used');
  await choose(/学校コード/);
  await click('次へ');
  await heading('学校のコード');
  await type({ 学校コード: 'minato-hs', 登録コード: 'ABC-123', 生徒コード: '2-1-09' });
  await click('次へ');
  await heading('あなたについて');
  await type({ ...person, パスワード: 'sakura-no-ki-7' });
  await click('アカウントを作成');
  await heading('学校のコード');
  expect(screen.getByLabelText('登録コード')).toHaveAccessibleDescription(/このコードはすでに使われています。/);
  expect(screen.getByLabelText('登録コード')).toHaveFocus();
  expect(screen.getByLabelText('生徒コード')).toHaveValue('2-1-09');
  await click('次へ');
  await heading('あなたについて');
  expect(screen.getByLabelText('パスワード')).toHaveValue('sakura-no-ki-7');
});

it('shows the school before asking for personal data, and a wrong code at its field', async () => {
  const { type, click, choose, heading, network } = setUp();
  network.refuse(checkSchoolCodes, 'invalid', { fields: { inviteCode: '学校コードと登録コードをご確認ください。' } });
  await choose(/学校コード/);
  await click('次へ');
  await heading('学校のコード');
  await type({ 学校コード: 'ｍｉｎａｔｏ−ｈｓ', 登録コード: 'abc-999', 生徒コード: '2-1-09' });
  await click('次へ');
  expect(await screen.findByText('学校コードと登録コードをご確認ください。')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('登録コード')).toHaveFocus());
  expect(network.calls(checkSchoolCodes)[0]?.body).toEqual({ schoolCode: 'MINATO-HS', inviteCode: 'ABC-999' });
  network.answer(checkSchoolCodes, { schoolName: 'みなと高等学校' });
  await click('次へ');
  await heading('あなたについて');
  expect(screen.getByText('みなと高等学校の生徒として登録します。')).toBeInTheDocument();
});

it('is sent once despite repeated submits', async () => {
  const { type, click, agree, heading, network, wasLetIn } = setUp();
  await click('次へ');
  await heading('あなたについて');
  await type(person);
  await click('次へ');
  await heading('ログイン方法');
  await type(method);
  await agree();
  const form = screen.getByRole('button', { name: 'アカウントを作成' }).closest('form')!;
  fireEvent.submit(form);
  fireEvent.submit(form);
  fireEvent.submit(form);
  await waitFor(() => expect(wasLetIn).toHaveBeenCalled());
  expect(network.calls(signUp)).toHaveLength(1);
});

it('registers a professional of 25 or over with an organisation', async () => {
  const { type, click, choose, agree, heading, network, wasLetIn } = setUp();
  await choose(/プロフェッショナル/);
  await click('次へ');
  await heading('団体情報');
  await type({ ...organisation, '適格請求書発行事業者登録番号(任意)': 'T123' });
  await click('次へ');
  expect(await screen.findByText('登録番号は T と13桁の数字で入力してください。')).toBeInTheDocument();
  await type(organisation);
  await click('次へ');
  await heading('代表者について');
  await type({ ...person, 生年月日: yearsAgo(20) });
  await click('次へ');
  expect(await screen.findAllByText('プロフェッショナルの登録は25歳以上の方が対象です。')).toHaveLength(2);
  await type(person);
  await click('次へ');
  await heading('ログイン方法');
  await type(method);
  await agree();
  await click('アカウントを作成');
  await waitFor(() => expect(wasLetIn).toHaveBeenCalled());
  expect(network.calls(signUpProfessional)[0]?.body).toEqual({
    email: 'shiori@example.jp',
    password: 'sakura-no-ki-7',
    nickname: 'しおり',
    birthDate: '1990-04-12',
    orgName: 'みなと天文台',
    orgUrl: '',
    invoiceRegistrationNo: 'T1234567890123',
    agreeTerms: true,
  });
});

it('asks a signed-in adult only for the organisation', async () => {
  const { type, click, agree, network, wasLetIn } = setUp({
    me: aMe('adult'),
    path: '/signin?tab=signup&kind=professional',
  });
  await type(organisation);
  await agree();
  await click('登録する');
  await waitFor(() => expect(wasLetIn).toHaveBeenCalled());
  expect(network.calls(signUpProfessional)[0]?.body).toEqual({
    orgName: 'みなと天文台',
    orgUrl: '',
    invoiceRegistrationNo: 'T1234567890123',
    agreeTerms: true,
  });
});

it('needs no password when an identity provider verifies the user', async () => {
  const { click, type, agree, heading, network } = setUp({ askProvider: () => Promise.resolve(token) });
  await click('次へ');
  await heading('あなたについて');
  await type(person);
  await click('次へ');
  await heading('ログイン方法');
  await click('Googleで登録');
  expect(await screen.findByText(/shiori@example.jp/)).toBeInTheDocument();
  expect(screen.queryByLabelText('パスワード')).not.toBeInTheDocument();
  await agree();
  await click('アカウントを作成');
  await waitFor(() =>
    expect(network.calls(signUpWithProvider)[0]?.body).toEqual({
      idToken: 'id-token',
      nickname: 'しおり',
      birthDate: '1990-04-12',
      agreeTerms: true,
    }),
  );
});

it.each([
  ['already', 'このGoogleアカウントはすでに登録されています。'],
  ['invalid_credentials', 'Googleの手続きの有効期限が切れました。もう一度お試しください。'],
] as const)('continues with data already provided by the identity provider and reports %s', async (code, sentence) => {
  const { click, type, agree, heading, network } = setUp({ provided: token });
  network.refuse(signUpWithProvider, code);
  expect(screen.getByText('shiori@example.jp で登録を続けます。')).toBeInTheDocument();
  await click('次へ');
  await heading('あなたについて');
  expect(screen.getByLabelText('ニックネーム')).toHaveValue('宮下 しおり');
  await type({ 生年月日: '1990-04-12' });
  await click('次へ');
  await heading('ログイン方法');
  await agree();
  await click('アカウントを作成');
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
});

it('shows an API error at the field it names, even in an earlier step', async () => {
  const { type, click, agree, heading, network } = setUp();
  network.refuse(signUp, 'guardian_required', {
    fields: { guardianEmail: '保護者の方のメールアドレスを入力してください。' },
  });
  await click('次へ');
  await heading('あなたについて');
  await type({ ...person, 生年月日: yearsAgo(14) });
  await type({ 保護者のメールアドレス: 'shiori@example.jp' });
  await click('次へ');
  await heading('ログイン方法');
  await type(method);
  await agree();
  await click('アカウントを作成');
  await heading('あなたについて');
  expect(screen.getByText('保護者の方のメールアドレスを入力してください。')).toBeInTheDocument();
  expect(screen.getByLabelText('保護者のメールアドレス')).toHaveValue('shiori@example.jp');
});

it('shows how long to wait when rate limited', async () => {
  const { type, click, agree, heading, network } = setUp();
  network.refuse(signUp, 'rate_limited', { retryAfterSeconds: 610 });
  await click('次へ');
  await heading('あなたについて');
  await type(person);
  await click('次へ');
  await heading('ログイン方法');
  await type(method);
  await agree();
  await click('アカウントを作成');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '登録の回数が上限に達しました。11分ほど待ってから、もう一度お試しください。',
  );
  expect(screen.getByLabelText('メールアドレス')).toHaveValue('shiori@example.jp');
});

it('prefills the e-mail address that the previous page passed on', async () => {
  const { type, click, heading } = setUp({ state: { email: 'guest@example.jp' } });
  await click('次へ');
  await type(person);
  await click('次へ');
  await heading('ログイン方法');
  expect(screen.getByLabelText('メールアドレス')).toHaveValue('guest@example.jp');
});
