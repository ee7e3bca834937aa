import { getMe, listNotifications, openNotification } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { aMe, aNotification, aPage } from '@manabiba/shared/testing/builders';
import { FakeLive } from '@manabiba/shared/testing/fake-live';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';

import { HeaderBell } from './header-bell';

it.each([
  ['no unread notifications', 0, 'お知らせ'],
  ['three unread notifications', 3, 'お知らせ(未読3件)'],
])('shows %s', (_case, unreadNotificationCount, name) => {
  renderWithApp(<HeaderBell />, { me: aMe('adult', { unreadNotificationCount }) });
  expect(screen.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'false');
});

it('is shown to signed-in users only', () => {
  renderWithApp(<HeaderBell />, { me: aMe('anonymous') });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
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

describe('the popover', () => {
  const six = Array.from({ length: 6 }, (_, index) =>
    aNotification({
      id: `ntf_${index}`,
      sentence: [{ text: `「教室${index}」`, as: 'subject' }],
      url: '/',
      createdAt: new Date(Date.now() - index * 60_000).toISOString(),
    }),
  );

  const me = aMe('adult', { id: 'usr_popover', unreadNotificationCount: 3 });
  const setUp = (prepare?: (network: FakeNetwork) => void) => {
    const network = new FakeNetwork().answer(listNotifications, aPage(six)).answer(getMe, me);
    network.hold(openNotification);
    prepare?.(network);
    return renderWithApp(
      <>
        <HeaderBell />
        <Unread />
      </>,
      { me, network },
    );
  };
  const bell = () => screen.getByRole('button', { name: /^お知らせ/ });
  const popover = () => screen.findByRole('dialog', { name: 'お知らせ' });

  it('requests nothing until the bell is touched, and then without marking anything as seen', async () => {
    const { user, network } = setUp();
    expect(network.calls(listNotifications)).toEqual([]);
    await user.hover(bell());
    await waitFor(() => expect(network.calls(listNotifications)).toHaveLength(1));
    expect(network.calls(listNotifications)[0]?.headers['X-Prefetch']).toBe('1');
    expect(screen.getByRole('status', { name: '未読' })).toHaveTextContent('3');
  });

  it('shows the latest five and removes the dot; the rows stay unread', async () => {
    const { user } = setUp();
    await user.click(bell());
    const rows = await within(await popover()).findAllByText(/「教室/);
    expect(rows.map((row) => row.textContent)).toEqual([0, 1, 2, 3, 4].map((index) => `「教室${index}」`));
    await waitFor(() => expect(screen.getByRole('status', { name: '未読' })).toHaveTextContent('0'));
    expect(within(await popover()).getAllByText('未読')).toHaveLength(5);
  });

  it('shows what arrives while it is open, and asks once for each', async () => {
    const { user, network, session } = setUp();
    const views = () => network.calls(listNotifications).filter(({ headers }) => !headers['X-Prefetch']);
    const setUnseen = (unreadNotificationCount: number) =>
      act(() => session.setState({ me: { ...me, unreadNotificationCount } }));
    setUnseen(0);
    await user.click(bell());
    await within(await popover()).findByText('「教室0」');
    const arrived = aNotification({ id: 'ntf_new', sentence: [{ text: '「新しい教室」', as: 'subject' }], url: '/' });
    network.answer(listNotifications, aPage([arrived, ...six]));
    setUnseen(1);
    expect(await within(await popover()).findByText('「新しい教室」')).toBeInTheDocument();
    // The count is still there after the first answer, and brings no more after the second.
    await waitFor(() => expect(views()).toHaveLength(3));
    setUnseen(2);
    expect(views()).toHaveLength(3);
  });

  it('marks a clicked row as read and closes', async () => {
    const { user, network } = setUp();
    await user.click(bell());
    await user.click(await within(await popover()).findByRole('link', { name: /「教室2」/ }));
    expect(network.calls(openNotification).map(({ params }) => params.id)).toEqual(['ntf_2']);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('leads to the whole list', async () => {
    const { user, currentUrl } = setUp();
    await user.click(bell());
    await user.click(await within(await popover()).findByRole('link', { name: 'すべてのお知らせを見る' }));
    expect(currentUrl()).toBe('/notifications');
  });

  it('closes on Escape and returns the focus to the bell', async () => {
    const { user } = setUp();
    await user.click(bell());
    expect(await popover()).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(bell()).toHaveFocus();
  });

  it('restores the dot and offers a retry when the request is refused', async () => {
    const { user, network } = setUp((it) => it.refuse(listNotifications, 'role_required'));
    await user.click(bell());
    const retry = await within(await popover()).findByRole('button', { name: 'もう一度試す' });
    await waitFor(() => expect(screen.getByRole('status', { name: '未読' })).toHaveTextContent('3'));
    network.answer(listNotifications, aPage(six));
    await user.click(retry);
    expect(await within(await popover()).findByText('「教室0」')).toBeInTheDocument();
  });

  it('shows an empty state when there are none', async () => {
    const { user } = setUp((it) => it.answer(listNotifications, aPage([])));
    await user.click(bell());
    expect(await within(await popover()).findByText('お知らせはありません。')).toBeInTheDocument();
  });
});
