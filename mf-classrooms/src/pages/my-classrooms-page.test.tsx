import type { MyClassroom } from '@manabiba/shared/contract/classrooms';
import { listCategories, listMyClassrooms } from '@manabiba/shared/data/endpoints';
import { aClassroom, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { MyClassroomsPage } from './my-classrooms-page';

const mine = (name: string, given: Partial<MyClassroom>): MyClassroom => ({
  ...aClassroom({ name }),
  myParts: ['host'],
  ...given,
});
const all = [
  mine('これから開く', { state: 'scheduled', myRole: 'host' }),
  mine('予約した', { state: 'scheduled', isReserved: true, myParts: ['reserved'] }),
  mine('出た', { state: 'ended', myParts: ['reserved', 'attended'] }),
];

function setUp(path = '/me/classrooms', items = all) {
  const network = new FakeNetwork()
    .answer(listCategories, { categories: [] })
    .answer(listMyClassrooms, ({ query }) => ({
      items: items.filter(
        ({ state, myParts }) =>
          (state === 'ended') === (query.when === 'past') &&
          (!query.role || myParts.some((part) => part === query.role)),
      ),
      nextCursor: null,
    }));
  return renderWithApp(<MyClassroomsPage />, { path, pattern: '/me/classrooms', me: aMe('adult'), network });
}
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

it('shows upcoming and past classrooms with the role of the user, and keeps the choice in the URL', async () => {
  const { user, currentUrl } = setUp();
  await waitFor(() => expect(titles()).toEqual(['これから開く', '予約した']));
  await user.click(screen.getByRole('tab', { name: 'これまで' }));
  await waitFor(() => expect(titles()).toEqual(['出た']));
  expect(screen.getByText('予約・参加')).toBeInTheDocument();
  expect(currentUrl()).toBe('/me/classrooms?when=past');
});

it('filters by one role', async () => {
  const { user, currentUrl } = setUp();
  await waitFor(() => expect(titles()).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: '予約した教室' }));
  await waitFor(() => expect(titles()).toEqual(['予約した']));
  expect(currentUrl()).toBe('/me/classrooms?role=reserved');
});

it.each([
  ['/me/classrooms', 'これからの教室はありません。'],
  ['/me/classrooms?when=past', 'まだ教室はありません。'],
])('shows the empty state at %s: %s', async (path, title) => {
  setUp(path, []);
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
});

it('offers a retry when the list fails to load', async () => {
  const { user, network } = setUp();
  network.unplug(listMyClassrooms);
  await user.click(screen.getByRole('tab', { name: 'これまで' }));
  expect(await screen.findByText('自分の教室を表示できませんでした。')).toBeInTheDocument();
});
