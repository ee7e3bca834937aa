import { getMe } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeLive } from '@manabiba/shared/testing/fake-live';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { HeaderBell } from './header-bell';

it.each([
  ['no unread notifications', 0, 'お知らせ'],
  ['three unread notifications', 3, 'お知らせ(未読3件)'],
])('shows %s', (_case, unreadNotificationCount, name) => {
  renderWithApp(<HeaderBell />, { me: aMe('adult', { unreadNotificationCount }) });
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/notifications');
});

it('is shown to signed-in users only', () => {
  renderWithApp(<HeaderBell />, { me: aMe('anonymous') });
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

/** The cached user from which the shell derives the session. */
function Unread() {
  const { data } = useEndpoint(getMe, {});
  return <output aria-label="未読">{data?.role === 'anonymous' ? '' : data?.unreadNotificationCount}</output>;
}

it('follows the live document of the user without polling, and keeps the last value while disconnected', async () => {
  const me = aMe('adult', { id: 'usr_live_bell', unreadNotificationCount: 1 });
  const live = new FakeLive().install();
  const { network } = renderWithApp(
    <>
      <HeaderBell />
      <Unread />
    </>,
    { me },
  );
  const unread = screen.getByRole('status', { name: '未読' });
  const say = (unreadNotificationCount: number) =>
    live.set('people/usr_live_bell', { id: me.id, unreadNotificationCount, updatedAt: new Date().toISOString() });
  await waitFor(() => expect(live.paths).toEqual(['people/usr_live_bell']));
  expect(unread).toHaveTextContent('1');
  say(4);
  await waitFor(() => expect(unread).toHaveTextContent('4'));
  live.setLine(false);
  say(0);
  live.setLine(true);
  await waitFor(() => expect(unread).toHaveTextContent('0'));
  expect(network.calls(getMe)).toEqual([]);
});
