import type { MyClassroom } from '@manabiba/shared/contract/classrooms';
import type { Me } from '@manabiba/shared/contract/users';
import { listCategories, listMyClassrooms } from '@manabiba/shared/data/endpoints';
import { aCategory, aClassroom, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

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

function setUp(path = '/me/classrooms', items = all, me: Me = aMe('adult')) {
  const network = new FakeNetwork()
    .answer(listCategories, { categories: [aCategory({ name: '数学' })] })
    .answer(listMyClassrooms, ({ query }) => ({
      items: items.filter(
        ({ state, myParts }) =>
          (state === 'ended') === (query.when === 'past') &&
          (!query.role || myParts.some((part) => part === query.role)),
      ),
      nextCursor: null,
    }));
  return renderWithApp(<MyClassroomsPage />, { path, pattern: '/me/classrooms', me, network });
}
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

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

it('duplicates a hosted classroom into the form of a new one', async () => {
  const { user } = setUp();
  await user.click(await screen.findByRole('button', { name: '「これから開く」を複製する' }));
  const dialog = within(await screen.findByRole('dialog', { name: '教室をつくる' }));
  expect(dialog.getByLabelText('タイトル')).toHaveValue('これから開く');
  expect(screen.getAllByRole('button', { name: /を複製する$/ })).toHaveLength(1);
});

it('links to the figures of the classrooms', async () => {
  setUp();
  expect(await screen.findByRole('link', { name: '集計' })).toHaveAttribute('href', '/me/classrooms/figures');
});

it('offers no duplicate to those who may not create a classroom', async () => {
  setUp('/me/classrooms', all, aMe('school', { canCreateClassroom: false }));
  await waitFor(() => expect(titles()).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /を複製する$/ })).not.toBeInTheDocument();
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
