import { readIntent } from '@manabiba/shared/session/intent-at-hand';
import { aMe, aUser } from '@manabiba/shared/testing/builders';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { FollowButton } from './follow-button';

const host = aUser({ id: 'usr_9', nickname: '小林 亮太', canBeFollowed: true });
const show = (user = host) =>
  renderWithApp(<FollowButton user={user} />, {
    me: aMe('anonymous'),
    path: '/classrooms/cls_1?key=k',
    pattern: '/classrooms/{id}',
  });
const link = () => screen.getByRole('link', { name: 'ログインして小林 亮太さんをフォローする' });

it('leads an anonymous visitor to sign-in and remembers whom they wanted to follow', async () => {
  const { user, currentUrl } = show();
  expect(link()).toHaveTextContent('フォローする');
  await user.click(link());
  const { pathname, searchParams } = new URL(currentUrl(), 'http://localhost');
  expect([pathname, searchParams.get('next')]).toEqual(['/signin', '/classrooms/cls_1?key=k']);
  expect(readIntent(searchParams.get('intent'))).toEqual({ kind: 'follow', id: 'usr_9', name: '小林 亮太' });
});

it('leads to sign-in without the intent when opened in another tab', () => {
  show();
  expect(link()).toHaveAttribute('href', '/signin?next=%2Fclassrooms%2Fcls_1%3Fkey%3Dk');
});

it('is hidden for a user who cannot be followed', () => {
  show({ ...host, canBeFollowed: false });
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
