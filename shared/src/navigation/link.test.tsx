import { screen } from '@testing-library/react';

import { renderWithApp } from '../testing/render-with-app';
import { Link, NavLink } from './link';
import { PrefetchProvider } from './prefetch-provider';

it('prefetches the target page on hover and on keyboard focus', async () => {
  const prefetchPage = jest.fn();
  const { user } = renderWithApp(
    <PrefetchProvider prefetchPage={prefetchPage}>
      <Link to="/users/usr_1?tab=followers">進む</Link>
    </PrefetchProvider>,
  );
  await user.hover(screen.getByRole('link'));
  expect(prefetchPage.mock.lastCall).toMatchObject([{ pathname: '/users/usr_1', search: '?tab=followers' }]);
  await user.tab();
  expect(prefetchPage).toHaveBeenCalledTimes(2);
});

it('keeps the handlers of the caller and marks the current page', async () => {
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
