import { aMe } from '@manabiba/shared/testing/builders';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';
import { HeaderBell } from './header-bell';

it.each([
  ['nothing new', 0, 'お知らせ'],
  ['three unseen', 3, 'お知らせ(未読3件)'],
])('says %s', (_case, unreadNotificationCount, name) => {
  renderWithApp(<HeaderBell />, { me: aMe('adult', { unreadNotificationCount }) });
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/notifications');
});

it('is for signed-in people only', () => {
  renderWithApp(<HeaderBell />, { me: aMe('anonymous') });
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
