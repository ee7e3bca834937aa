import { act, screen, waitFor } from '@testing-library/react';
import { getMe, listCategories, listNotifications, signInAnonymous } from '@manabiba/shared/data/endpoints';
import { callEndpoint, useEndpoint } from '@manabiba/shared/platform';
import { createSessionStore } from '@manabiba/shared/session/session-store';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { aRegistry } from '../testing/a-registry';
import { renderShell } from '../testing/render-shell';
import { keepTabsInStep } from './tabs-in-step';

it('opens a visitor’s session once the page stands, and none for people', async () => {
  const visitor = renderShell({ opensVisitorSession: true });
  expect(visitor.network.calls(signInAnonymous)).toHaveLength(0);
  await waitFor(() => expect(visitor.session.getState().me).toMatchObject({ role: 'anonymous' }));
  expect(visitor.network.calls(signInAnonymous)).toHaveLength(1);
  visitor.unmount();

  const person = renderShell({ me: aMe() });
  await act(async () => { await new Promise((resolve) => setTimeout(resolve, 300)); });
  expect(person.network.calls(signInAnonymous)).toHaveLength(0);
});

it('says nothing when that fails', async () => {
  const { network, session } = renderShell();
  network.refuse(signInAnonymous, 'rate_limited');
  await waitFor(() => expect(network.calls(signInAnonymous)).toHaveLength(1));
  expect(session.getState().me).toBeNull();
  expect(screen.queryByText('しばらくしてからもう一度お試しください。')).not.toBeInTheDocument();
});

it('notices that somebody has come in by another tab while the page was on its way', async () => {
  const { network, session } = renderShell();
  network.refuse(signInAnonymous, 'already').answer(getMe, aMe('adult', { nickname: '宮下 紗季' }));
  await waitFor(() => expect(session.getState().me).toMatchObject({ role: 'user', nickname: '宮下 紗季' }));
  expect(await screen.findByRole('button', { name: 'メニューを開く' })).toBeInTheDocument();
});

it('notices by any answer that the session has ended elsewhere, forgets everything and leads to sign-in', async () => {
  const Categories = () => <p>{useEndpoint(listCategories, {}).data?.categories.length} 分野</p>;
  const registry = aRegistry({ 'mf-account': { routes: [{ path: '/settings', access: 'person' }] } });
  const doors = { mf_account: { pages: { '/settings': () => Promise.resolve(Categories) }, slots: {} } };
  const network = new FakeNetwork().answer(listCategories, { categories: [] });
  const { currentUrl, session } = renderShell({ me: aMe(), path: '/settings', registry, doors, network });
  expect(await screen.findByText('0 分野')).toBeInTheDocument();
  network.refuse(listNotifications, 'unauthenticated').refuse(getMe, 'unauthenticated');
  await act(() => callEndpoint(listNotifications, {}).catch(() => undefined).then(() => undefined));
  await waitFor(() => expect(session.getState().me?.role ?? null).not.toBe('user'));
  await waitFor(() => expect(currentUrl()).toBe('/signin?next=%2Fsettings'));
});

it('follows the line of the device', () => {
  const { session } = renderShell();
  const setLine = (isOnline: boolean) => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
  };
  setLine(false);
  expect(session.getState().isOnline).toBe(false);
  setLine(true);
  expect(session.getState().isOnline).toBe(true);
});

describe('tabs', () => {
  async function twoTabs() {
    const [here, there] = [createSessionStore({ me: aMe('adult', { id: 'usr_1' }) }), createSessionStore({ me: aMe('adult', { id: 'usr_1' }) })];
    const [reloadHere, reloadThere] = [jest.fn(), jest.fn()];
    const stops = [keepTabsInStep(here, reloadHere), keepTabsInStep(there, reloadThere)];
    // What they tell each other at the start has arrived.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { here, there, reloadHere, reloadThere, stop: () => stops.forEach((stop) => stop()) };
  }

  it.each([
    ['a sign-out', null],
    ['a change of person', aMe('adult', { id: 'usr_2' })],
  ])('notice %s in each other', async (_what, me) => {
    const { here, reloadHere, reloadThere, stop } = await twoTabs();
    here.setState({ me });
    await waitFor(() => expect(reloadThere).toHaveBeenCalledTimes(1));
    expect(reloadHere).not.toHaveBeenCalled();
    stop();
  });

  it('notice that a page has just come as somebody else', async () => {
    const { reloadHere, reloadThere, stop } = await twoTabs();
    const reloadNew = jest.fn();
    const stopNew = keepTabsInStep(createSessionStore({ me: aMe('adult', { id: 'usr_2' }) }), reloadNew);
    await waitFor(() => expect(reloadHere).toHaveBeenCalledTimes(1));
    expect(reloadThere).toHaveBeenCalledTimes(1);
    expect(reloadNew).not.toHaveBeenCalled();
    stopNew();
    stop();
  });

  it('are not led astray by a page that does not know who is here', async () => {
    const { here, reloadHere, stop } = await twoTabs();
    const stopNew = keepTabsInStep(createSessionStore({ me: null }), jest.fn());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reloadHere).not.toHaveBeenCalled();
    expect(here.getState().me).toMatchObject({ id: 'usr_1' });
    stopNew();
    stop();
  });

  it('do not disturb each other over a new count of the same person', async () => {
    const { here, there, reloadThere, stop } = await twoTabs();
    here.setState({ me: aMe('adult', { id: 'usr_1', unreadNotificationCount: 5 }) });
    there.setState({ me: aMe('adult', { id: 'usr_1' }) });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reloadThere).not.toHaveBeenCalled();
    stop();
  });
});
