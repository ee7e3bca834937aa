import { errorCatalogue } from '@manabiba/shared/contract/errors';
import { createClassroom } from '@manabiba/shared/data/endpoints';
import { formatDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { aCategory, aClassroom, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';
import { addDays, addWeeks } from 'date-fns';

import { CreateClassroomDialog } from '../create-classroom-dialog';

const math = aCategory({ id: 'cat_math', name: '数学', interests: [{ id: 'int_1', name: '図形' }] });
const tomorrow = addDays(new Date(), 1);

function setUp({
  network = new FakeNetwork(),
  me = aMe('student'),
  source = undefined as ReturnType<typeof aClassroom> | undefined,
} = {}) {
  const app = renderWithApp(
    <CreateClassroomDialog categories={[math]} me={me} source={source} onClose={() => undefined} />,
    { me, network, path: '/classrooms', pattern: '/*' },
  );
  const dialog = within(screen.getByRole('dialog', { name: '教室をつくる' }));
  const fill = async (label: string, text: string) => {
    await app.user.clear(dialog.getByLabelText(label));
    await app.user.type(dialog.getByLabelText(label), text);
  };
  const bodies = () => network.calls(createClassroom).map(({ body }) => body as { name: string; startAt: string });
  return { ...app, dialog, fill, bodies };
}

describe('who may join', () => {
  it.each([
    ['by default', [], 'ログインした24歳以下の方だけが参加できます。'],
    ['open to all', [/25歳以上の方と/], '年齢を問わず、ログインしていない方も参加できます。'],
    ['by invitation', [/URLを知っている/], 'URLを知っている方のうち、ログインした24歳以下の方だけが参加できます。'],
  ])('is said in a sentence under the question, %s', async (_what, choices, sentence) => {
    const { dialog, user } = setUp();
    const question = within(dialog.getByRole('group', { name: 'だれが参加できますか' }));
    for (const choice of choices) await user.click(question.getByLabelText(choice));
    expect(question.getByText(sentence)).toBeInTheDocument();
  });

  it('says to an adult that their classroom is open to all', () => {
    expect(setUp({ me: aMe('adult') }).dialog.getByText(/^年齢を問わず/)).toBeInTheDocument();
  });
});

it('starts a class now, without asking for a time, and leads into its room', async () => {
  const network = new FakeNetwork().answer(createClassroom, { id: 'cls_new' });
  const { dialog, fill, bodies, user, currentUrl } = setUp({ network });
  await fill('タイトル', '朝の英文法');
  await user.click(dialog.getByRole('radio', { name: '今すぐ' }));
  expect(dialog.queryByLabelText('開始日時')).not.toBeInTheDocument();
  expect(dialog.queryByLabelText('毎週くり返す')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: '今すぐ始める' }));
  await waitFor(() => expect(currentUrl()).toBe('/classrooms/cls_new'));
  expect(Math.abs(Date.parse(bodies()[0]?.startAt ?? '') - Date.now())).toBeLessThan(20_000);
});

it('retries to start a class now as the same one for a while, and later as a new one', async () => {
  const network = new FakeNetwork().unplug(createClassroom);
  const { dialog, fill, bodies, user } = setUp({ network });
  const now = jest.spyOn(Date, 'now');
  const start = async (afterMs: number, calls: number) => {
    now.mockReturnValue(at + afterMs);
    await user.click(dialog.getByRole('button', { name: '今すぐ始める' }));
    await waitFor(() => expect(bodies()).toHaveLength(calls));
    await waitFor(() => expect(dialog.getByRole('button', { name: '今すぐ始める' })).toBeEnabled());
  };
  const at = new Date().getTime();
  await fill('タイトル', '朝の英文法');
  await user.click(dialog.getByRole('radio', { name: '今すぐ' }));
  await start(0, 1);
  await start(40_000, 2);
  await start(50_000, 3);
  now.mockRestore();
  expect(new Set(bodies().map(({ startAt }) => startAt)).size).toBe(2);
  const keys = network.calls(createClassroom).map(({ headers }) => headers['Idempotency-Key']);
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

it('creates one classroom a week and shows them', async () => {
  let count = 0;
  const network = new FakeNetwork().answer(createClassroom, () => ({ id: `cls_${(count += 1)}` }));
  const { dialog, fill, bodies, user, currentUrl } = setUp({ network });
  await fill('タイトル', '朝の英文法');
  await fill('開始日時', formatDateTimeInput(tomorrow));
  await user.selectOptions(dialog.getByLabelText('毎週くり返す'), '3回');
  expect(dialog.getByText(/に、別々の教室をつくります。$/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: '作成する' }));
  expect(await screen.findByText('教室を3つ作成しました。')).toBeInTheDocument();
  await waitFor(() => expect(currentUrl()).toBe('/me/classrooms?role=host'));
  const first = new Date(formatDateTimeInput(tomorrow));
  expect(bodies().map(({ startAt }) => startAt)).toEqual(
    [0, 1, 2].map((weeks) => addWeeks(first, weeks).toISOString()),
  );
});

it('offers no more weeks than classrooms can be created ahead', async () => {
  const { dialog, fill } = setUp();
  await fill('開始日時', formatDateTimeInput(addDays(new Date(), 10)));
  const choices = within(dialog.getByLabelText('毎週くり返す')).getAllByRole('option');
  expect(choices.map(({ textContent }) => textContent)).toEqual(['くり返さない', '2回', '3回']);
  await fill('開始日時', formatDateTimeInput(addDays(new Date(), 25)));
  expect(dialog.getByLabelText('毎週くり返す')).toBeDisabled();
  expect(dialog.getByText('つくれるのは30日先までです。')).toBeInTheDocument();
});

it('says which classrooms of a series were created, which were not and why, and creates the rest', async () => {
  const network = new FakeNetwork();
  network.answer(createClassroom, () => {
    network.refuse(createClassroom, 'rate_limited');
    return { id: 'cls_1' };
  });
  const { dialog, fill, bodies, user, currentUrl } = setUp({ network });
  await fill('タイトル', '朝の英文法');
  await fill('開始日時', formatDateTimeInput(tomorrow));
  await user.selectOptions(dialog.getByLabelText('毎週くり返す'), '3回');
  await user.click(dialog.getByRole('button', { name: '作成する' }));
  const result = within(await screen.findByRole('dialog', { name: 'つくれなかった日があります' }));
  expect(result.getByRole('alert')).toHaveTextContent(errorCatalogue.rate_limited.sentence);
  const [created, rest] = result.getAllByRole('list').map((list) => within(list).getAllByRole('listitem').length);
  expect([created, rest]).toEqual([1, 2]);
  expect(result.getByRole('link')).toHaveAttribute('href', '/classrooms/cls_1');

  network.answer(createClassroom, { id: 'cls_more' });
  await user.click(result.getByRole('button', { name: '残りをつくる' }));
  expect(await screen.findByText('教室を3つ作成しました。')).toBeInTheDocument();
  await waitFor(() => expect(currentUrl()).toBe('/me/classrooms?role=host'));
  const starts = bodies().map(({ startAt }) => startAt);
  expect(starts[1]).toBe(starts[2]);
  expect(new Set(starts).size).toBe(3);
});

it('keeps the form when not even the first of a series was created', async () => {
  const { dialog, fill, bodies, user } = setUp({ network: new FakeNetwork().refuse(createClassroom, 'rate_limited') });
  await fill('タイトル', '朝の英文法');
  await fill('開始日時', formatDateTimeInput(tomorrow));
  await user.selectOptions(dialog.getByLabelText('毎週くり返す'), '2回');
  await user.click(dialog.getByRole('button', { name: '作成する' }));
  expect(await screen.findByText('エラーが発生しました。しばらくしてからもう一度お試しください。')).toBeInTheDocument();
  expect(dialog.getByLabelText('タイトル')).toHaveValue('朝の英文法');
  expect(bodies()).toHaveLength(1);
});

it('takes over the fields of a classroom, at its time of the next week', () => {
  const { dialog } = setUp({
    me: aMe('professional'),
    source: aClassroom({
      name: '三角関数',
      description: '15問だけ',
      categoryId: 'cat_math',
      interestIds: ['int_1', 'int_gone'],
      startAt: tomorrow.toISOString(),
      allUsers: false,
      audienceMode: true,
      privateMode: true,
    }),
  });
  expect(dialog.getByLabelText('タイトル')).toHaveValue('三角関数');
  expect(dialog.getByLabelText('説明(任意)')).toHaveValue('15問だけ');
  expect(dialog.getByLabelText('開始日時')).toHaveValue(formatDateTimeInput(addWeeks(tomorrow, 1)));
  expect(dialog.getByLabelText('図形')).toBeChecked();
  expect(dialog.getByText('1 / 5')).toBeInTheDocument();
  expect(dialog.getByLabelText(/25歳以上の方と/)).not.toBeChecked();
  expect(dialog.getByLabelText(/承認した人だけ/)).toBeChecked();
  expect(dialog.getByLabelText(/URLを知っている/)).toBeChecked();
});
