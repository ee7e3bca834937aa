import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { LIVE_FRAME_INTERVAL_MS } from '@manabiba/shared/contract/limits';
import type { Me } from '@manabiba/shared/contract/users';
import { listCategories, listClassrooms } from '@manabiba/shared/data/endpoints';
import { aCategory, aClassroom, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor } from '@testing-library/react';

import { ClassroomsPage } from './classrooms-page';

const math = aCategory({ id: 'cat_math', name: '数学' });
const english = aCategory({ id: 'cat_eng', name: '英語' });
const all: Classroom[] = [
  aClassroom({ name: '合成を図で', state: 'live', categoryId: math.id }),
  aClassroom({ name: '英語で話す夜', state: 'live', categoryId: english.id }),
  aClassroom({ name: '朝の英文法', state: 'scheduled', categoryId: english.id, isReserved: true }),
  aClassroom({ name: '幾何の難問', state: 'scheduled', categoryId: math.id }),
  aClassroom({ name: '終わった会', state: 'ended', categoryId: math.id, commentCount: 52 }),
];

afterEach(() => jest.useRealTimers());

function setUp({ path = '/classrooms', me = aMe('student') as Me } = {}) {
  const network = new FakeNetwork()
    .answer(listCategories, { categories: [math, english] })
    .answer(listClassrooms, ({ query }) => {
      const items = all.filter(
        ({ state, categoryId, isReserved }) =>
          state === query.state &&
          (!query.categoryId || categoryId === query.categoryId) &&
          (!query.reserved || isReserved),
      );
      return { items, nextCursor: null, totalCount: items.length };
    });
  return renderWithApp(<ClassroomsPage />, { path, pattern: '/classrooms', me, network });
}

const titles = () =>
  screen
    .queryAllByRole('heading', { level: 3 })
    .concat(screen.queryAllByRole('heading', { level: 4 }))
    .map(({ textContent }) => textContent)
    .filter((text) => all.some(({ name }) => name === text));

it('shows live and upcoming classrooms, with counts in the tabs', async () => {
  setUp();
  await waitFor(() =>
    expect(titles().sort()).toEqual(['合成を図で', '英語で話す夜', '朝の英文法', '幾何の難問'].sort()),
  );
  expect(screen.getByRole('tab', { name: /開催中\s*2/ })).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: /開催前\s*2/ })).toBeInTheDocument();
  expect(await screen.findByRole('tab', { name: /予約済み\s*1/ })).toBeInTheDocument();
});

it('keeps the tab and category in the URL', async () => {
  const { user, currentUrl } = setUp();
  await user.click(await screen.findByRole('button', { name: '英語' }));
  await waitFor(() => expect(titles().sort()).toEqual(['朝の英文法', '英語で話す夜'].sort()));
  await user.click(screen.getByRole('tab', { name: /開催前/ }));
  await waitFor(() => expect(titles()).toEqual(['朝の英文法']));
  expect(currentUrl()).toBe('/classrooms?state=scheduled&category=cat_eng');
  expect(screen.getByRole('button', { name: '英語' })).toHaveAttribute('aria-pressed', 'true');
});

it('restores the state from the URL', async () => {
  setUp({ path: '/classrooms?state=ended&category=cat_math' });
  await waitFor(() => expect(titles()).toEqual(['終わった会']));
  expect(screen.getByText('コメント 52件')).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: '終了' })).toHaveAttribute('aria-selected', 'true');
});

it('moves between tabs with the arrow keys', async () => {
  const { user, currentUrl } = setUp();
  await screen.findByRole('button', { name: '英語' });
  screen.getByRole('tab', { name: 'すべて' }).focus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(currentUrl()).toBe('/classrooms?state=live'));
});

it('shows own reservations', async () => {
  setUp({ path: '/classrooms?state=reserved' });
  await waitFor(() => expect(titles()).toEqual(['朝の英文法']));
});

it('hides the reservations tab from visitors', async () => {
  const { network } = setUp({ me: aMe('anonymous') });
  await waitFor(() => expect(titles()).toHaveLength(4));
  expect(screen.queryByRole('tab', { name: /予約済み/ })).not.toBeInTheDocument();
  expect(network.calls(listClassrooms).some(({ query }) => query.reserved)).toBe(false);
});

it('shows the empty state of a category', async () => {
  setUp({ path: '/classrooms?state=ended&category=cat_eng' });
  expect(await screen.findByText('まだ教室はありません。')).toBeInTheDocument();
});

it('loads the next page of a list', async () => {
  const { network, user } = setUp({ path: '/classrooms?state=scheduled' });
  await waitFor(() => expect(titles()).toHaveLength(2));
  network.answer(listClassrooms, ({ query }) => ({
    items: [aClassroom({ name: query.cursor ? '合成を図で' : '幾何の難問' })],
    nextCursor: query.cursor ? null : 'next',
    totalCount: 2,
  }));
  await user.click(screen.getByRole('tab', { name: /開催中/ }));
  await user.click(screen.getByRole('button', { name: '数学' }));
  await user.click(await screen.findByRole('button', { name: 'さらに表示する' }));
  await waitFor(() => expect(titles()).toEqual(['幾何の難問', '合成を図で']));
});

it('follows the audiences of live classrooms', async () => {
  jest.useFakeTimers();
  const { network } = setUp({ path: '/classrooms?state=live' });
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(titles()).toHaveLength(2);
  network.answer(listClassrooms, {
    items: [aClassroom({ name: '合成を図で', state: 'live', participantCount: 1281 })],
    nextCursor: null,
    totalCount: 1,
  });
  await act(() => jest.advanceTimersByTimeAsync(LIVE_FRAME_INTERVAL_MS - 10));
  expect(titles()).toHaveLength(2);
  await act(() => jest.advanceTimersByTimeAsync(20));
  expect(titles()).toEqual(['合成を図で']);
  expect(screen.getByText('1,281人')).toBeInTheDocument();
});
