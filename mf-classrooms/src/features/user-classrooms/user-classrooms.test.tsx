import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { listCategories, listClassrooms } from '@manabiba/shared/data/endpoints';
import { aClassroom, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { UserClassrooms } from './user-classrooms';

function setUp(items: Classroom[], nextCursor: string | null = null) {
  const network = new FakeNetwork()
    .answer(listCategories, { categories: [] })
    .answer(listClassrooms, ({ query }) =>
      query.cursor
        ? { items: [aClassroom({ name: 'もっと前', state: 'ended' })], nextCursor: null, totalCount: 9 }
        : { items, nextCursor, totalCount: items.length },
    );
  return renderWithApp(<UserClassrooms userId="usr_kobayashi" />, { me: aMe('student'), network });
}

it('groups the classrooms of a host into live, upcoming and past', async () => {
  const { network } = setUp([
    aClassroom({ name: '今', state: 'live' }),
    aClassroom({ name: '次', state: 'scheduled' }),
    aClassroom({ name: '前', state: 'ended' }),
  ]);
  const part = async (name: string) => within(await screen.findByRole('region', { name }));
  expect((await part('開催中')).getByText('今')).toBeInTheDocument();
  expect((await part('これから')).getByText('次')).toBeInTheDocument();
  expect((await part('終了')).getByText('前')).toBeInTheDocument();
  expect(network.calls(listClassrooms).map(({ query }) => query.userId)).toEqual(['usr_kobayashi']);
});

it('omits empty groups', async () => {
  setUp([aClassroom({ name: '次', state: 'scheduled' })]);
  expect(await screen.findByRole('region', { name: 'これから' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: '開催中' })).not.toBeInTheDocument();
});

it('loads older classrooms', async () => {
  const { user } = setUp([aClassroom({ name: '前', state: 'ended' })], 'next');
  await user.click(await screen.findByRole('button', { name: 'さらに表示する' }));
  expect(await screen.findByText('もっと前')).toBeInTheDocument();
});

it('shows the empty state', async () => {
  setUp([]);
  expect(await screen.findByText('まだ教室はありません。')).toBeInTheDocument();
});
