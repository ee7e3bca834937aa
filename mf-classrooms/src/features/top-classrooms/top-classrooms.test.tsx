import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { LIVE_FRAME_INTERVAL_MS } from '@manabiba/shared/contract/limits';
import type { Me } from '@manabiba/shared/contract/users';
import { createReservation, deleteReservation, listCategories, listClassrooms } from '@manabiba/shared/data/endpoints';
import { aCategory, aClassroom, aMe, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';

import { TopClassrooms } from './top-classrooms';

const category = aCategory({ id: 'cat_hist', name: '日本史' });

afterEach(() => jest.useRealTimers());

function setUp({
  live = [],
  scheduled = [],
  me = aMe('student'),
  network = new FakeNetwork(),
  isBroken = false,
}: { live?: Classroom[]; scheduled?: Classroom[]; me?: Me; network?: FakeNetwork; isBroken?: boolean } = {}) {
  network.answer(listCategories, { categories: [category] });
  const lists: Record<string, Classroom[]> = { live, scheduled };
  network.answer(listClassrooms, ({ query }) => {
    const items = lists[query.state ?? ''] ?? [];
    return { items, nextCursor: null, totalCount: items.length };
  });
  if (isBroken) network.refuse(listClassrooms, 'rate_limited');
  return renderWithApp(<TopClassrooms />, { me, network });
}

const section = (name: string) => within(screen.getByRole('region', { name: new RegExp(`^${name}`) }));

it('keeps the order of the api, which leads with what has time left, and shows the total', async () => {
  setUp({
    live: [
      aClassroom({ state: 'live', name: '時間がある', participantCount: 1280 }),
      aClassroom({ state: 'live', name: 'まもなく終了', participantCount: 3000 }),
    ],
  });
  expect(await screen.findByText('2の教室')).toBeInTheDocument();
  const titles = section('開催中の教室')
    .getAllByRole('heading', { level: 3 })
    .map((title) => title.textContent);
  expect(titles).toEqual(['時間がある', 'まもなく終了']);
  expect(screen.getByText('1,280人')).toBeInTheDocument();
});

it.each([
  [1, 1],
  [3, 3],
  [4, 1],
  [6, 1],
])('of %i live classrooms shows %i as large cards, so that no place stays empty', async (count, large) => {
  setUp({
    live: Array.from({ length: count }, (_, index) =>
      aClassroom({ id: `cls_${index}`, state: 'live', name: `教室${index}` }),
    ),
  });
  expect(await screen.findAllByRole('link', { name: /の教室を見る$/ })).toHaveLength(large);
  expect(section('開催中の教室').getAllByRole('heading', { level: 3 })).toHaveLength(Math.min(count, 5));
});

it('shows on large and small cards what is on the stage, and otherwise the cover', async () => {
  setUp({
    live: Array.from({ length: 5 }, (_, index) =>
      aClassroom({
        id: `cls_${index}`,
        state: 'live',
        coverUrl: `/covers/${index}.webp`,
        frameUrl: index < 2 ? `/frames/${index}.webp` : null,
      }),
    ),
  });
  const cards = within(await screen.findByRole('region', { name: /^開催中の教室/ })).findAllByRole('article');
  const shown = (await cards).map((card) => card.querySelector('img')?.getAttribute('src'));
  expect(shown).toEqual(['/frames/0.webp', '/frames/1.webp', ...[2, 3, 4].map((index) => `/covers/${index}.webp`)]);
});

it('follows the audiences of live classrooms', async () => {
  jest.useFakeTimers();
  const classroom = aClassroom({ state: 'live', participantCount: 3 });
  const live = [classroom];
  setUp({ live });
  await act(() => jest.advanceTimersByTimeAsync(1));
  live[0] = { ...classroom, participantCount: 4 };
  await act(() => jest.advanceTimersByTimeAsync(LIVE_FRAME_INTERVAL_MS - 10));
  expect(screen.getByText('3人')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(20));
  expect(screen.getByText('4人')).toBeInTheDocument();
});

it('shows a timetable with category, host and reservations', async () => {
  setUp({
    scheduled: [
      aClassroom({
        name: '地図を描く',
        categoryId: category.id,
        host: aUser({ nickname: '加藤 修' }),
        reservedCount: 44,
      }),
    ],
  });
  const slot = within((await screen.findByRole('heading', { name: '地図を描く' })).closest('li') as HTMLElement);
  expect(await slot.findByText('日本史')).toBeInTheDocument();
  expect(slot.getByText('加藤 修')).toBeInTheDocument();
  expect(slot.getByText('予約 44人')).toBeInTheDocument();
});

it('reserves a seat optimistically on one click and cancels it on the next', async () => {
  const network = new FakeNetwork();
  const answer = network.hold(createReservation);
  const { user } = setUp({ scheduled: [aClassroom({ name: '地図を描く', reservedCount: 44 })], network });
  await user.click(await screen.findByRole('button', { name: '「地図を描く」を予約する' }));
  expect(await screen.findByText('予約 45人')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /「地図を描く」は予約済み/ })).toHaveTextContent('予約済み');

  network.answer(listClassrooms, {
    items: [aClassroom({ name: '地図を描く', reservedCount: 45, isReserved: true })],
    nextCursor: null,
    totalCount: 1,
  });
  answer({ isReserved: true, reservedCount: 45 });
  await waitFor(() => expect(network.calls(listClassrooms).length).toBeGreaterThan(2));
  network.answer(deleteReservation, { isReserved: false, reservedCount: 44 });
  await user.click((await screen.findAllByRole('button', { name: /「地図を描く」は予約済み/ }))[0] as HTMLElement);
  await waitFor(() => expect(network.calls(deleteReservation)).toHaveLength(1));
});

it('rolls back a refused reservation and shows the reason', async () => {
  const network = new FakeNetwork().refuse(createReservation, 'full');
  const { user } = setUp({ scheduled: [aClassroom({ name: '地図を描く', reservedCount: 44 })], network });
  await user.click(await screen.findByRole('button', { name: '「地図を描く」を予約する' }));
  expect(await screen.findByText('満席のため参加できません。')).toBeInTheDocument();
  expect(await screen.findByText('予約 44人')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '「地図を描く」を予約する' })).toBeInTheDocument();
});

it('sends a visitor to the sign-in page and back', async () => {
  setUp({ scheduled: [aClassroom({ name: '地図を描く' })], me: aMe('anonymous') });
  const link = await screen.findByRole('link', { name: 'ログインして「地図を描く」を予約する' });
  expect(link).toHaveAttribute('href', '/signin?next=%2F');
});

it('offers adults no seat in a classroom for minors only', async () => {
  setUp({ scheduled: [aClassroom({ allUsers: false })], me: aMe('adult') });
  expect(await screen.findByText('24歳以下対象')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /予約する/ })).not.toBeInTheDocument();
});

it.each([
  ['a visitor', aMe('anonymous'), 'link', '「地図を描く」(24歳以下対象)をログインして予約する'],
  ['a student', aMe('student'), 'button', '「地図を描く」を予約する'],
] as const)('says to %s for whom a classroom is, before the click', async (_who, me, role, name) => {
  setUp({
    live: [aClassroom({ state: 'live', name: '開催中', allUsers: false })],
    scheduled: [aClassroom({ name: '地図を描く', allUsers: false })],
    me,
  });
  expect(await screen.findByRole(role, { name })).toBeInTheDocument();
  expect(await screen.findAllByText('24歳以下対象')).toHaveLength(2);
});

it('says nothing about age where everybody may join', async () => {
  setUp({ scheduled: [aClassroom({ name: '地図を描く' })], me: aMe('anonymous') });
  await screen.findByRole('link', { name: 'ログインして「地図を描く」を予約する' });
  expect(screen.queryByText('24歳以下対象')).not.toBeInTheDocument();
});

it('shows the empty state', async () => {
  setUp();
  expect(await screen.findAllByText('まだ教室はありません。')).toHaveLength(2);
});

it('lets each list fail and recover independently', async () => {
  const { user, network } = setUp({ isBroken: true });
  const live = within(
    (await screen.findByText('開催中の教室を表示できませんでした。')).closest('section') as HTMLElement,
  );
  expect(await screen.findByText('まもなく始まる教室を表示できませんでした。')).toBeInTheDocument();
  network.answer(listClassrooms, {
    items: [aClassroom({ name: '戻った', state: 'live' })],
    nextCursor: null,
    totalCount: 1,
  });
  await user.click(live.getByRole('button', { name: 'もう一度試す' }));
  expect(await live.findByRole('heading', { name: '戻った' })).toBeInTheDocument();
  expect(screen.getByText('まもなく始まる教室を表示できませんでした。')).toBeInTheDocument();
});
