import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { getClassroom, listAttendance, listClassroomQuestions } from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aMe, aUser, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';

import type { Attendee } from '../features/attendance/attendee';
import { AttendancePage } from './attendance-page';

const host: Attendee = {
  id: 'usr_host',
  nickname: '小林 亮太',
  avatarUrl: null,
  isAnonymous: false,
  role: 'host',
  joinedAt: inMinutes(-30),
  leftAt: null,
  secondsPresent: 1800,
  groups: [],
};
const guest: Attendee = {
  id: 'anon_1',
  nickname: 'ゲスト0042',
  avatarUrl: null,
  isAnonymous: true,
  role: 'listener',
  joinedAt: inMinutes(-20),
  leftAt: inMinutes(-19),
  secondsPresent: 40,
  groups: [{ group: 'グループ1', enteredAt: inMinutes(-20), leftAt: inMinutes(-19) }],
};

function setUp({
  network = new FakeNetwork(),
  people = [host, guest],
  classroom = {},
}: { network?: FakeNetwork; people?: Attendee[]; classroom?: Partial<ClassroomDetail> } = {}) {
  network.answer(
    getClassroom,
    aClassroomDetail({ id: 'cls_stat', name: 'やさしい統計', state: 'live', myRole: 'host', ...classroom }),
  );
  if (people.length > 0) network.answer(listAttendance, { items: people });
  return renderWithApp(<AttendancePage />, {
    path: '/classrooms/cls_stat/attendance',
    pattern: '/classrooms/{id}/attendance',
    me: aMe('adult'),
    network,
  });
}
const rows = () =>
  within(screen.getByRole('table', { name: '参加した人' }))
    .getAllByRole('row')
    .slice(1);

it('lists each attendee with role and duration, and links back to the classroom', async () => {
  const { pageTitle } = setUp();
  await screen.findByRole('table', { name: '参加した人' });
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/小林 亮太ホスト\d+:\d\d参加中30分$/),
    expect.stringMatching(/ゲスト0042リスナーグループ1 \d+:\d\d〜\d+:\d\d\d+:\d\d\d+:\d\d1分未満$/),
  ]);
  expect(screen.getByText('2人')).toBeInTheDocument();
  expect(screen.getByText(/いま参加中 1人/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'やさしい統計' })).toHaveAttribute('href', '/classrooms/cls_stat');
  expect(pageTitle()).toBe('出席の記録・やさしい統計');
});

it('renders a hundred rows at a time', async () => {
  const { user } = setUp({ people: Array.from({ length: 150 }, (_, index) => ({ ...guest, id: `anon_${index}` })) });
  await screen.findByText('150人');
  expect(rows()).toHaveLength(100);
  await user.click(screen.getByRole('button', { name: 'さらに表示する' }));
  expect(rows()).toHaveLength(150);
  expect(screen.queryByRole('button', { name: 'さらに表示する' })).not.toBeInTheDocument();
});

it.each([
  ['scheduled', 'まだ記録はありません。'],
  ['ended', '参加した人はいません。'],
] as const)('shows the empty state without attendees: %s', async (state, title) => {
  setUp({ network: new FakeNetwork().answer(listAttendance, { items: [] }), people: [], classroom: { state } });
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'CSVで保存' })).not.toBeInTheDocument();
});

it.each([
  ['role_required', 'この操作を行う権限がありません。'],
  ['not_found', 'ページが見つかりません。'],
] as const)('denies access to others: %s', async (code, title) => {
  setUp({ network: new FakeNetwork().refuse(listAttendance, code), people: [] });
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: '出席の記録' })).not.toBeInTheDocument();
});

it('shows an error message and retries', async () => {
  const { user, network } = setUp({ network: new FakeNetwork().refuse(listAttendance, 'internal'), people: [] });
  await screen.findByText('出席の記録を表示できませんでした。');
  network.answer(listAttendance, { items: [host] });
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('table', { name: '参加した人' })).toBeInTheDocument();
});

describe('retrying', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  it.each([
    ['live', true],
    ['ended', false],
  ] as const)('%s: %s', async (state, isAsked) => {
    const { network } = setUp({ classroom: { state } });
    await screen.findByRole('table', { name: '参加した人' });
    const before = network.calls(listAttendance).length;
    await act(() => jest.advanceTimersByTimeAsync(21_000));
    await waitFor(() => expect(network.calls(listAttendance).length - before).toBe(isAsked ? 1 : 0));
  });
});

it('lists the questions with votes and answers, and says how many were answered', async () => {
  const question = {
    classroomId: 'cls_stat',
    user: aUser({ nickname: '西 ことね' }),
    createdAt: inMinutes(-9),
    isMine: false,
    isBlocked: false,
  };
  const network = new FakeNetwork().answer(listClassroomQuestions, {
    items: [
      { ...question, id: 'que_1', body: 'https://example.jp/q の平均とは?', state: 'open', voteCount: 3, answer: '' },
      {
        ...question,
        id: 'que_2',
        body: '分散とは?',
        state: 'answered',
        voteCount: 1,
        answer: '散らばりです。 https://example.jp/a',
      },
    ],
    nextCursor: null,
    votedIds: [],
  });
  setUp({ network });
  const records = within(await screen.findByRole('region', { name: /^質問 2件・回答済み1件$/ }));
  expect(records.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'https://example.jp/q の平均とは?西 ことね・3票',
    '分散とは?西 ことね・1票散らばりです。 https://example.jp/a',
  ]);
  expect((await records.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    'https://example.jp/q',
    'https://example.jp/a',
  ]);
  expect(records.getByRole('button', { name: 'CSVで保存' })).toBeEnabled();
});
