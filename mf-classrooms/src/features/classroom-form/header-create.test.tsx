import { errorCatalogue } from '@manabiba/shared/contract/errors';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { createClassroom, listCategories } from '@manabiba/shared/data/endpoints';
import { formatDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { aCategory, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { HeaderCreate } from './header-create';

const english = aCategory({
  id: 'cat_eng',
  name: '英語',
  interests: ['会話', '英文法', '長文', '単語', '発音', '英作文'].map((name, index) => ({ id: `int_${index}`, name })),
});
const math = aCategory({ id: 'cat_math', name: '数学' });
const later = formatDateTimeInput(new Date(Date.now() + 3 * 3_600_000));

function setUp({ me = aMe('student') as SignedInMe, network = new FakeNetwork(), categories = [english, math] } = {}) {
  network.answer(listCategories, { categories });
  return renderWithApp(<HeaderCreate />, {
    // The header is present on every page.
    me,
    network,
    path: '/classrooms',
    pattern: '/*',
  });
}

async function open(options: Parameters<typeof setUp>[0] = {}) {
  const app = setUp(options);
  await app.user.click(await screen.findByRole('button', { name: '教室をつくる' }));
  const dialog = within(await screen.findByRole('dialog', { name: '教室をつくる' }));
  const fill = async (label: string, text: string) => {
    await app.user.clear(dialog.getByLabelText(label));
    if (text) await app.user.type(dialog.getByLabelText(label), text);
  };
  const submit = () => app.user.click(dialog.getByRole('button', { name: '作成する' }));
  return { ...app, dialog, fill, submit };
}

it('is hidden until there is a category to choose', async () => {
  setUp({ categories: [] });
  await waitFor(() => expect(screen.queryByRole('button', { name: '教室をつくる' })).not.toBeInTheDocument());
});

it('is not offered to people of 12 or under', async () => {
  const { network } = setUp({ me: aMe('child') });
  await waitFor(() => expect(network.calls(listCategories)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: '教室をつくる' })).not.toBeInTheDocument();
});

it.each([
  [
    'a pupil whose school does not allow it',
    aMe('school', { canCreateClassroom: false }),
    '港高校の設定により、教室をつくることはできません。',
    '教室をさがす',
    '/classrooms',
  ],
  [
    'a user whose guardian was not asked yet',
    aMe('student', { guardianConsent: 'missing', guardianConsentNeeded: true }),
    '教室をつくるには、保護者の方の同意が必要です。',
    '同意をお願いする',
    '/settings#guardian',
  ],
  [
    'a user whose guardian has not answered yet',
    aMe('student', { guardianConsent: 'asked', guardianConsentNeeded: true }),
    'お返事をお待ちしています。',
    '依頼を確認する',
    '/settings#guardian',
  ],
])('explains to %s why there is no form and links to the next step', async (_who, me, sentence, way, href) => {
  const { dialog } = await open({ me });
  expect(dialog.getByText(sentence, { exact: false })).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: way })).toHaveAttribute('href', href);
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: '作成する' })).not.toBeInTheDocument();
});

it('is not offered once the service is closed to new content', async () => {
  const network = new FakeNetwork().answer(listCategories, { categories: [english] });
  renderWithApp(<HeaderCreate />, {
    me: aMe('student'),
    network,
    config: { closure: { endedOn: '2025-03-31', url: 'https://example.com', mode: 'readonly' } },
  });
  await waitFor(() => expect(network.calls(listCategories)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: '教室をつくる' })).not.toBeInTheDocument();
});

it('creates a classroom, shows a toast, closes and opens its page', async () => {
  const network = new FakeNetwork().answer(createClassroom, { id: 'cls_new' });
  const { dialog, user, fill, submit, currentUrl } = await open({ network });
  await fill('タイトル', '朝の英文法');
  await fill('開始日時', later);
  await fill('説明(任意)', '15問だけ');
  await user.click(dialog.getByLabelText('会話'));
  await user.click(dialog.getByLabelText('ホストが承認した人だけが発言できるようにする'));
  await submit();
  expect(await screen.findByText('教室を作成しました。')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(currentUrl()).toBe('/classrooms/cls_new'));
  expect(network.calls(createClassroom).map(({ body }) => body)).toEqual([
    {
      name: '朝の英文法',
      description: '15問だけ',
      categoryId: 'cat_eng',
      interestIds: ['int_0'],
      startAt: new Date(later).toISOString(),
      allUsers: false,
      audienceMode: true,
      privateMode: false,
    },
  ]);
});

it.each([
  ['タイトル', '', 'タイトルを入力してください。'],
  ['タイトル', 'あ'.repeat(51), 'タイトルは50文字以内で入力してください。'],
  ['開始日時', '', '開始日時を入力してください。'],
  ['開始日時', '明日の朝', '開始日時は 2026/11/21 13:45 の形式で入力してください。'],
  ['開始日時', '2020/01/01 10:00', '開始日時は現在以降を指定してください。'],
  ['開始日時', '2099/01/01 10:00', '開始日時は30日以内で指定してください。'],
])('%s「%s」: %s', async (label, text, message) => {
  const { dialog, fill, submit, network } = await open();
  await fill('タイトル', 'ちょうどよい題名');
  await fill(label, text);
  await submit();
  expect(await dialog.findByText(message)).toBeInTheDocument();
  expect(dialog.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true');
  expect(network.calls(createClassroom)).toHaveLength(0);
});

it('shows the message of a 422 as a toast and at its field, and keeps the input', async () => {
  const message = 'この時間には別の教室があります。';
  const network = new FakeNetwork().refuse(createClassroom, 'invalid', { message, fields: { startAt: message } });
  const { dialog, fill, submit } = await open({ network });
  await fill('タイトル', '朝の英文法');
  await submit();
  expect(await screen.findAllByText(message)).toHaveLength(2);
  expect(dialog.getByLabelText('開始日時')).toHaveAttribute('aria-invalid', 'true');
  expect(dialog.getByLabelText('タイトル')).toHaveValue('朝の英文法');
});

it('shows the generic message for any other error and keeps the input', async () => {
  const network = new FakeNetwork().refuse(createClassroom, 'rate_limited');
  const { dialog, fill, submit } = await open({ network });
  await fill('タイトル', '朝の英文法');
  await submit();
  expect(await screen.findByText('エラーが発生しました。しばらくしてからもう一度お試しください。')).toBeInTheDocument();
  expect(dialog.getByLabelText('タイトル')).toHaveValue('朝の英文法');
});

it.each(['guardian_required', 'role_required', 'service_closed'] as const)(
  'shows the specific message of a 403 (%s)',
  async (code) => {
    const { fill, submit } = await open({ network: new FakeNetwork().refuse(createClassroom, code) });
    await fill('タイトル', '朝の英文法');
    await submit();
    expect(await screen.findByText(errorCatalogue[code].sentence)).toBeInTheDocument();
  },
);

it.each([
  ['both are missing', '', '', 'タイトル'],
  ['the start is missing', '朝の英文法', '', '開始日時'],
])('focuses the first invalid field when %s', async (_what, title, start, label) => {
  const { dialog, fill, submit } = await open();
  await fill('タイトル', title);
  await fill('開始日時', start);
  await submit();
  await waitFor(() => expect(dialog.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true'));
  await waitFor(() => expect(dialog.getByLabelText(label)).toHaveFocus());
});

it('focuses the first field rejected by the api', async () => {
  const network = new FakeNetwork().refuse(createClassroom, 'invalid', {
    fields: { description: '説明が長すぎます。', startAt: '開始日時は現在以降を指定してください。' },
  });
  const { dialog, fill, submit } = await open({ network });
  await fill('タイトル', '朝の英文法');
  await submit();
  await waitFor(() => expect(dialog.getByLabelText('開始日時')).toHaveFocus());
});

it('does not retry a failed creation by itself, and reuses the idempotency key on a second click', async () => {
  const network = new FakeNetwork().unplug(createClassroom);
  const { fill, submit } = await open({ network });
  await fill('タイトル', '朝の英文法');
  await submit();
  await screen.findByText('エラーが発生しました。しばらくしてからもう一度お試しください。');
  await submit();
  await waitFor(() => expect(network.calls(createClassroom)).toHaveLength(2));
  const keys = network.calls(createClassroom).map(({ headers }) => headers['Idempotency-Key']);
  expect(keys[0]).toBe(keys[1]);
});

it('forces allUsers for a non-professional adult and explains why', async () => {
  const network = new FakeNetwork().answer(createClassroom, { id: 'cls_new' });
  const { dialog, fill, submit } = await open({ me: aMe('adult'), network });
  const choice = dialog.getByLabelText(/25歳以上の方と/);
  expect(choice).toBeChecked();
  expect(choice).toBeDisabled();
  expect(dialog.getByText('プロフェッショナル以外の25歳以上の方は、常にオンになります。')).toBeInTheDocument();
  await fill('タイトル', '朝の英文法');
  await submit();
  await waitFor(() => expect(network.calls(createClassroom)[0]?.body).toMatchObject({ allUsers: true }));
});

it('lets everyone else choose', async () => {
  const { dialog } = await open({ me: aMe('professional') });
  expect(dialog.getByLabelText(/25歳以上の方と/)).toBeEnabled();
});

it('accepts at most five interests and clears them when the category changes', async () => {
  const { dialog, user } = await open();
  for (const name of ['会話', '英文法', '長文', '単語', '発音']) await user.click(dialog.getByLabelText(name));
  expect(dialog.getByText('5 / 5')).toBeInTheDocument();
  expect(dialog.getByLabelText('英作文')).toBeDisabled();
  await user.selectOptions(dialog.getByLabelText('カテゴリー'), '数学');
  expect(dialog.queryByText('興味(任意)')).not.toBeInTheDocument();
  await user.selectOptions(dialog.getByLabelText('カテゴリー'), '英語');
  expect(dialog.getByLabelText('会話')).not.toBeChecked();
});

it('closes immediately when nothing was changed', async () => {
  const { dialog, user } = await open();
  await user.click(dialog.getByRole('button', { name: 'キャンセル' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('asks for confirmation before discarding input', async () => {
  const { dialog, user, fill } = await open();
  await fill('タイトル', '朝の');
  await user.click(dialog.getByRole('button', { name: 'キャンセル' }));
  const question = within(await screen.findByRole('dialog', { name: '入力した内容を破棄しますか' }));
  await user.click(question.getByRole('button', { name: '入力を続ける' }));
  expect(dialog.getByLabelText('タイトル')).toHaveValue('朝の');
  await user.click(dialog.getByRole('button', { name: '閉じる' }));
  await user.click(await screen.findByRole('button', { name: '破棄する' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
