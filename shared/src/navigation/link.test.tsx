import { screen } from '@testing-library/react';

import {
  getUser,
  listCategories,
  listClassrooms,
  listMeFollowing,
  listNotifications,
  listProfessionals,
  listUserArchives,
} from '../data/endpoints';
import { aMe, aPage, aProfile } from '../testing/builders';
import { FakeNetwork } from '../testing/fake-network';
import { renderWithApp } from '../testing/render-with-app';
import { Link, NavLink } from './link';
import { paths } from './paths';

const setUp = (to: string, me = aMe() as ReturnType<typeof aMe> | null) => {
  const network = new FakeNetwork()
    .answer(listClassrooms, { ...aPage([]), totalCount: 0 })
    .answer(getUser, aProfile())
    .answer(listCategories, { categories: [] })
    .answer(listNotifications, aPage([]))
    .answer(listProfessionals, aPage([]))
    .answer(listMeFollowing, aPage([]))
    .answer(listUserArchives, aPage([]));
  return renderWithApp(<Link to={to}>進む</Link>, { me, path: '/elsewhere', network });
};

it('home brings the live and the coming classrooms, professionals and whom one follows', async () => {
  const { user, network } = setUp(paths.top.href());
  await user.hover(screen.getByRole('link'));
  expect(network.calls(listClassrooms).map(({ query }) => query)).toEqual([{ state: 'live' }, { state: 'scheduled' }]);
  expect(network.calls(listProfessionals)[0]?.query).toMatchObject({ sort: 'classroom' });
  expect(network.calls(listMeFollowing)).toHaveLength(1);
  await user.unhover(screen.getByRole('link'));
  await user.hover(screen.getByRole('link'));
  expect(network.calls(listClassrooms)).toHaveLength(2);
});

it('home brings a visitor no list of following', async () => {
  const { user, network } = setUp(paths.top.href(), null);
  await user.hover(screen.getByRole('link'));
  expect(network.calls(listProfessionals)).toHaveLength(1);
  expect(network.calls(listMeFollowing)).toHaveLength(0);
});

it('a profile brings the person, their classrooms, archives and the categories, by keyboard too', async () => {
  const { user, network } = setUp(paths.user.href({ id: 'usr_1' }));
  await user.tab();
  expect(network.calls(getUser)[0]?.params).toEqual({ id: 'usr_1' });
  expect(network.calls(listClassrooms)[0]?.query).toMatchObject({ userId: 'usr_1' });
  expect(network.calls(listUserArchives)[0]?.query).toMatchObject({ limit: '50' });
  expect(network.calls(listCategories)).toHaveLength(1);
});

it('the inbox comes as a prefetch, so that nothing counts as seen', async () => {
  const { user, network } = setUp(paths.notifications.href());
  await user.hover(screen.getByRole('link'));
  expect(network.calls(listNotifications)[0]?.headers['X-Prefetch']).toBe('1');
});

it('a visitor has no inbox to bring', async () => {
  const { user, network } = setUp(paths.notifications.href(), null);
  await user.hover(screen.getByRole('link'));
  expect(network.calls(listNotifications)).toHaveLength(0);
});

it('keeps the handlers of whoever uses it, and tells the page at hand', async () => {
  const handle = jest.fn();
  const { user } = renderWithApp(
    <NavLink to="/elsewhere" onMouseOver={handle}>
      ここ
    </NavLink>,
    { path: '/elsewhere' },
  );
  await user.hover(screen.getByRole('link'));
  expect(handle).toHaveBeenCalled();
  expect(screen.getByRole('link')).toHaveAttribute('aria-current', 'page');
});
