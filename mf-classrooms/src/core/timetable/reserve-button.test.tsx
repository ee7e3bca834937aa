import { readIntent } from '@manabiba/shared/session/intent-at-hand';
import { aClassroom, aMe } from '@manabiba/shared/testing/builders';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { ReserveButton } from './reserve-button';

const classroom = aClassroom({ id: 'cls_1', name: '三角関数', state: 'scheduled' });
const show = (given = classroom) =>
  renderWithApp(<ReserveButton classroom={given} />, {
    me: aMe('anonymous'),
    path: '/classrooms?state=scheduled',
    pattern: '/classrooms',
  });
const link = () => screen.getByRole('link', { name: 'ログインして「三角関数」を予約する' });

it('leads an anonymous visitor to sign-in and remembers what they wanted to reserve', async () => {
  const { user, currentUrl } = show();
  expect(link()).toHaveTextContent('予約する');
  await user.click(link());
  const { pathname, searchParams } = new URL(currentUrl(), 'http://localhost');
  expect([pathname, searchParams.get('next')]).toEqual(['/signin', '/classrooms?state=scheduled']);
  expect(readIntent(searchParams.get('intent'))).toEqual({ kind: 'reserve', id: 'cls_1', name: '三角関数' });
});

it('says the condition instead of offering a seat that an adult would be refused', () => {
  show({ ...classroom, allUsers: false });
  expect(screen.getByRole('link')).toHaveAccessibleName('「三角関数」(24歳以下対象)をログインして予約する');
  expect(screen.getByRole('link')).toHaveTextContent('ログインして予約する');
});

it('leads to sign-in without the intent when opened in another tab', () => {
  show();
  expect(link()).toHaveAttribute('href', '/signin?next=%2Fclassrooms%3Fstate%3Dscheduled');
});

it('is hidden from an anonymous visitor once the classroom has ended', () => {
  show({ ...classroom, state: 'ended' });
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
