import { invalidateTags } from '@manabiba/shared/data/cache/cache-tags';
import { getMe, listCategories, listNotifications, signIn, signInAnonymous } from '@manabiba/shared/data/endpoints';
import { callEndpoint, useEndpoint } from '@manabiba/shared/platform';
import { createSessionStore } from '@manabiba/shared/session/session-store';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { act, screen, waitFor, within } from '@testing-library/react';

import { aRegistry } from '../testing/a-registry';
import { renderShell } from '../testing/render-shell';
import { syncSessionAcrossTabs } from './sync-session-across-tabs';

it('opens an anonymous session after the page has rendered, and none for signed-in users', async () => {
  const visitor = renderShell({ opensVisitorSession: true });
  expect(visitor.network.calls(signInAnonymous)).toHaveLength(0);
  await waitFor(() => expect(visitor.session.getState().me).toMatchObject({ role: 'anonymous' }));
  expect(visitor.network.calls(signInAnonymous)).toHaveLength(1);
  visitor.unmount();

  const person = renderShell({ me: aMe() });
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect(person.network.calls(signInAnonymous)).toHaveLength(0);
});

it('shows nothing when that fails', async () => {
  const { network, session } = renderShell();
  network.refuse(signInAnonymous, 'rate_limited');
  await waitFor(() => expect(network.calls(signInAnonymous)).toHaveLength(1));
  expect(session.getState().me).toBeNull();
  expect(screen.queryByText('しばらくしてからもう一度お試しください。')).not.toBeInTheDocument();
});

it('notices that a user has signed in in another tab while the page was loading', async () => {
  const { network, session } = renderShell();
  network.refuse(signInAnonymous, 'already').answer(getMe, aMe('adult', { nickname: '宮下 紗季' }));
  await waitFor(() => expect(session.getState().me).toMatchObject({ role: 'user', nickname: '宮下 紗季' }));
  expect(await screen.findByRole('button', { name: 'メニューを開く' })).toBeInTheDocument();
});

it('notices from any response that the session has ended elsewhere, clears everything and goes to sign-in', async () => {
  const Categories = () => <p>{useEndpoint(listCategories, {}).data?.categories.length} 分野</p>;
  const registry = aRegistry({ 'mf-account': { routes: [{ path: '/settings', access: 'person' }] } });
  const modules = { mf_account: { pages: { '/settings': () => Promise.resolve(Categories) }, slots: {} } };
  const network = new FakeNetwork().answer(listCategories, { categories: [] });
  const { currentUrl, session, startOver } = renderShell({ me: aMe(), path: '/settings', registry, modules, network });
  expect(await screen.findByText('0 分野')).toBeInTheDocument();
  network.refuse(listNotifications, 'unauthenticated').refuse(getMe, 'unauthenticated');
  await act(() =>
    callEndpoint(listNotifications, {})
      .catch(() => undefined)
      .then(() => undefined),
  );
  await waitFor(() => expect(session.getState().me?.role ?? null).not.toBe('user'));
  await waitFor(() => expect(currentUrl()).toBe('/signin?next=%2Fsettings'));
  expect(startOver).toHaveBeenCalledTimes(1);
});

it('reloads the page when the cookies turn out to belong to another user', async () => {
  const { network, session, startOver } = renderShell({ me: aMe('adult', { id: 'usr_1' }) });
  network.answer(getMe, aMe('adult', { id: 'usr_1', unreadNotificationCount: 4 }));
  act(() => invalidateTags(['Auth']));
  await waitFor(() => expect(session.getState().me).toMatchObject({ unreadNotificationCount: 4 }));
  expect(startOver).not.toHaveBeenCalled();
  network.answer(getMe, aMe('adult', { id: 'usr_2' }));
  act(() => invalidateTags(['Auth']));
  await waitFor(() => expect(startOver).toHaveBeenCalledTimes(1));
});

describe('a session that ends while in use', () => {
  const Diary = () => (
    <label>
      日記
      <textarea defaultValue="" />
    </label>
  );
  const registry = aRegistry({ 'mf-account': { routes: [{ path: '/profile_settings', access: 'person' }] } });
  const modules = { mf_account: { pages: { '/profile_settings': () => Promise.resolve(Diary) }, slots: {} } };
  const me = aMe('adult', { id: 'usr_1', nickname: '宮下 紗季', email: 'saki@example.jp' });

  async function endWhileTyping(words: string) {
    const app = renderShell({ me, path: '/profile_settings', registry, modules });
    const field = await screen.findByLabelText('日記');
    // By then the code that watches the session has loaded.
    await act(async () => {
      await import('./watch-session');
    });
    if (words) await app.user.type(field, words);
    await app.user.tab();
    app.network.refuse(getMe, 'unauthenticated').refuse(listNotifications, 'unauthenticated');
    await act(() =>
      callEndpoint(listNotifications, {})
        .catch(() => undefined)
        .then(() => undefined),
    );
    return { ...app, field };
  }
  const dialog = () => screen.findByRole('dialog', { name: 'ログインの有効期限が切れました' });
  async function signInAs(app: Awaited<ReturnType<typeof endWhileTyping>>, user: typeof me) {
    const inside = within(await dialog());
    app.network.answer(signIn, { user }).answer(getMe, user);
    await app.user.type(inside.getByLabelText('パスワード'), 'sakura-no-ki-7');
    await app.user.click(inside.getByRole('button', { name: 'ログイン' }));
  }

  it('asks a typing user to sign in above the page, and continues with the typed text', async () => {
    const app = await endWhileTyping('今日は晴れ');
    expect(await dialog()).toHaveTextContent(
      '宮下 紗季さんとしてもう一度ログインすると、この画面の続きに戻ります。入力した内容は残っています。',
    );
    expect(app.currentUrl()).toBe('/profile_settings');
    await signInAs(app, me);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(app.network.calls(signIn)[0]?.body).toEqual({ email: 'saki@example.jp', password: 'sakura-no-ki-7' });
    expect(app.field).toHaveValue('今日は晴れ');
    expect(app.field).toBeInTheDocument();
    expect(app.startOver).not.toHaveBeenCalled();
    expect(app.session.getState()).toMatchObject({ isExpired: false, me: { id: 'usr_1' } });
  });

  it('discards the typed text when another user signs in there', async () => {
    const app = await endWhileTyping('秘密');
    await signInAs(app, { ...me, id: 'usr_2' });
    await waitFor(() => expect(app.startOver).toHaveBeenCalled());
  });

  it('asks for confirmation before the typed text is discarded', async () => {
    const app = await endWhileTyping('秘密');
    await app.user.click(within(await dialog()).getByRole('button', { name: '閉じる' }));
    const question = within(await screen.findByRole('dialog', { name: 'ログインせずに続けますか' }));
    expect(app.startOver).not.toHaveBeenCalled();
    await app.user.click(question.getByRole('button', { name: 'ログインせずに続ける' }));
    expect(app.startOver).toHaveBeenCalledTimes(1);
  });

  it('goes to sign-in when nothing would be lost', async () => {
    const app = await endWhileTyping('');
    await waitFor(() => expect(app.currentUrl()).toBe('/signin?next=%2Fprofile_settings'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('continues when the user has signed in again in another tab', async () => {
    const app = await endWhileTyping('今日は晴れ');
    await dialog();
    app.network.answer(getMe, me);
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(app.field).toHaveValue('今日は晴れ');
  });
});

it('notices on return that the address was verified in another tab', async () => {
  const { network } = renderShell({
    me: aMe('adult', { state: 'email_unverified', fromFirebase: { emailVerified: false } }),
  });
  expect(screen.getByText(/メールアドレスの確認がまだ済んでいません。/)).toBeInTheDocument();
  network.answer(getMe, aMe('adult'));
  await act(async () => {
    await import('./watch-session');
  });
  // The watcher starts when its code has loaded, which takes a moment on a busy machine.
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(screen.queryByText(/メールアドレスの確認がまだ済んでいません。/)).not.toBeInTheDocument();
  });
  const { length } = network.calls(getMe);
  act(() => void window.dispatchEvent(new Event('focus')));
  await act(async () => {
    await Promise.resolve();
  });
  expect(network.calls(getMe)).toHaveLength(length);
});

it('follows the connection state of the device', async () => {
  const { network, session } = renderShell();
  // Calls without an answer make the page check the server, which is there.
  network.answerWebServer('GET', '/healthz', {});
  const setLine = (isOnline: boolean) => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
  };
  setLine(false);
  // What watches it loads after the page.
  await waitFor(() => expect(session.getState().isOnline).toBe(false));
  setLine(true);
  expect(session.getState().isOnline).toBe(true);
});

describe('session sync across tabs', () => {
  async function twoTabs() {
    const [here, there] = [
      createSessionStore({ me: aMe('adult', { id: 'usr_1' }) }),
      createSessionStore({ me: aMe('adult', { id: 'usr_1' }) }),
    ];
    const [reloadHere, reloadThere] = [jest.fn(), jest.fn()];
    const stops = [syncSessionAcrossTabs(here, reloadHere), syncSessionAcrossTabs(there, reloadThere)];
    // The initial messages between the tabs have arrived.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { here, there, reloadHere, reloadThere, stop: () => stops.forEach((stop) => stop()) };
  }

  it.each([
    ['a sign-out', null],
    ['a change of user', aMe('adult', { id: 'usr_2' })],
  ])('notices %s in another tab', async (_what, me) => {
    const { here, reloadHere, reloadThere, stop } = await twoTabs();
    here.setState({ me });
    await waitFor(() => expect(reloadThere).toHaveBeenCalledTimes(1));
    expect(reloadHere).not.toHaveBeenCalled();
    stop();
  });

  it('notices that a page has loaded as another user', async () => {
    const { reloadHere, reloadThere, stop } = await twoTabs();
    const reloadNew = jest.fn();
    const stopNew = syncSessionAcrossTabs(createSessionStore({ me: aMe('adult', { id: 'usr_2' }) }), reloadNew);
    await waitFor(() => expect(reloadHere).toHaveBeenCalledTimes(1));
    expect(reloadThere).toHaveBeenCalledTimes(1);
    expect(reloadNew).not.toHaveBeenCalled();
    stopNew();
    stop();
  });

  it('ignores a page that does not know its user', async () => {
    const { here, reloadHere, stop } = await twoTabs();
    const stopNew = syncSessionAcrossTabs(createSessionStore({ me: null }), jest.fn());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reloadHere).not.toHaveBeenCalled();
    expect(here.getState().me).toMatchObject({ id: 'usr_1' });
    stopNew();
    stop();
  });

  it('ignores a new count of the same user', async () => {
    const { here, there, reloadThere, stop } = await twoTabs();
    here.setState({ me: aMe('adult', { id: 'usr_1', unreadNotificationCount: 5 }) });
    there.setState({ me: aMe('adult', { id: 'usr_1' }) });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reloadThere).not.toHaveBeenCalled();
    stop();
  });
});
