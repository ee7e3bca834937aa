import type { PushDevice } from '@manabiba/shared/contract/push-subscriptions';
import {
  createPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
  testPushSubscription,
} from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { PushCard } from './push-card';

/** The parts of a browser that push needs; jsdom has none of them. */
function fakeBrowser({ permission = 'default', answer = 'granted', fails = false } = {}) {
  const unsubscribe = jest.fn(() => Promise.resolve(true));
  const subscription = {
    endpoint: 'https://push.example/1',
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe,
  };
  const subscribe = jest.fn(() => (fails ? Promise.reject(new Error('push service')) : Promise.resolve(subscription)));
  const pushManager = { subscribe, getSubscription: () => Promise.resolve(fails ? null : subscription) };
  const requestPermission = jest.fn(() => {
    Object.assign(window.Notification, { permission: answer });
    return Promise.resolve(answer);
  });
  const register = jest.fn(() => Promise.resolve());
  Object.assign(window, { PushManager: class {}, Notification: { permission, requestPermission } });
  Object.assign(navigator, {
    serviceWorker: {
      register,
      ready: Promise.resolve({ pushManager }),
      getRegistration: () => Promise.resolve({ pushManager }),
    },
  });
  return { requestPermission, register, subscribe, unsubscribe };
}

afterEach(() => {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const device = (changes: Partial<PushDevice> = {}): PushDevice => ({
  id: 'psh_1',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36',
  createdAt: '2026-11-01T00:00:00.000Z',
  lastUsedAt: null,
  isCurrent: true,
  ...changes,
});

const setUp = ({
  items = [] as PushDevice[],
  prepare,
}: { items?: PushDevice[]; prepare?: (network: FakeNetwork) => unknown } = {}) => {
  const network = new FakeNetwork()
    .answer(getPushKey, { publicKey: 'AQID' })
    .answer(listPushSubscriptions, { items })
    .answer(createPushSubscription, device())
    .answer(deletePushSubscription, undefined)
    .answer(testPushSubscription, { ok: true });
  prepare?.(network);
  return renderWithApp(<PushCard />, { me: aMe('adult'), network, path: '/settings' });
};

it('explains the request before the browser asks, then subscribes and registers this browser', async () => {
  const { requestPermission, register, subscribe } = fakeBrowser();
  const { user, network } = setUp();
  const button = await screen.findByRole('button', { name: 'プッシュを受け取る' });
  expect(screen.getByText('始まる時刻を、この端末でお知らせします。')).toBeInTheDocument();
  expect(requestPermission).not.toHaveBeenCalled();
  network.answer(listPushSubscriptions, { items: [device()] });
  await user.click(button);
  expect(await screen.findByText('この端末で受け取っています。')).toBeInTheDocument();
  expect(screen.getByText('Chrome(Windows)')).toBeInTheDocument();
  expect(register).toHaveBeenCalledWith('/push-worker.js', { updateViaCache: 'none' });
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'AQID' });
  expect(network.calls(createPushSubscription)).toMatchObject([
    { body: { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } } },
  ]);
});

it('shows how to permit it after a refusal, and looks again', async () => {
  fakeBrowser({ answer: 'denied' });
  const { user, network } = setUp();
  await user.click(await screen.findByRole('button', { name: 'プッシュを受け取る' }));
  expect(await screen.findByText('この端末では、通知が許可されていません。')).toBeInTheDocument();
  expect(network.calls(createPushSubscription)).toEqual([]);
  Object.assign(window.Notification, { permission: 'granted' });
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('button', { name: 'プッシュを受け取る' })).toBeInTheDocument();
});

it('names another way where the browser has no push', async () => {
  setUp();
  expect(await screen.findByText(/ホーム画面に追加/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'プッシュを受け取る' })).not.toBeInTheDocument();
});

it('offers nothing that the server cannot do', async () => {
  fakeBrowser();
  setUp({ prepare: (it) => it.answer(getPushKey, { publicKey: null }) });
  expect(await screen.findByText('いまは、プッシュをお送りしていません。')).toBeInTheDocument();
});

it('shows when the browser cannot reach its push service', async () => {
  fakeBrowser({ fails: true });
  const { user } = setUp();
  await user.click(await screen.findByRole('button', { name: 'プッシュを受け取る' }));
  expect(await screen.findByText(/プッシュの窓口につながりませんでした/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'プッシュを受け取る' })).toBeEnabled();
});

describe('a device that receives push', () => {
  it('gets a test message', async () => {
    fakeBrowser({ permission: 'granted' });
    const { user, network } = setUp({ items: [device()] });
    await user.click(await screen.findByRole('button', { name: '試しに送る' }));
    expect(await screen.findByText(/送りました。/)).toBeInTheDocument();
    expect(network.calls(testPushSubscription)).toMatchObject([{ params: { id: 'psh_1' } }]);
  });

  it('shows why a test message failed', async () => {
    fakeBrowser({ permission: 'granted' });
    const { user } = setUp({ items: [device()], prepare: (it) => it.refuse(testPushSubscription, 'push_gone') });
    await user.click(await screen.findByRole('button', { name: '試しに送る' }));
    expect(await screen.findByText(/通知の登録が切れています/)).toBeInTheDocument();
    expect(screen.queryByText(/送りました。/)).not.toBeInTheDocument();
  });

  it('is stopped on the server and in the browser', async () => {
    const { unsubscribe } = fakeBrowser({ permission: 'granted' });
    const { user, network } = setUp({ items: [device()] });
    const stop = await screen.findByRole('button', { name: '停止する' });
    network.answer(listPushSubscriptions, { items: [] });
    await user.click(stop);
    expect(await screen.findByRole('button', { name: 'プッシュを受け取る' })).toBeInTheDocument();
    await waitFor(() => expect(unsubscribe).toHaveBeenCalled());
    expect(network.calls(deletePushSubscription)).toMatchObject([{ params: { id: 'psh_1' } }]);
  });
});

it('lists the other devices, which are stopped from here', async () => {
  const phone = device({
    id: 'psh_2',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
    isCurrent: false,
  });
  const { user, network } = setUp({ items: [phone] });
  const stop = await screen.findByRole('button', { name: 'Safari(iPhone)のプッシュを停止する' });
  network.answer(listPushSubscriptions, { items: [] });
  await user.click(stop);
  await waitFor(() => expect(stop).not.toBeInTheDocument());
  expect(network.calls(deletePushSubscription)).toMatchObject([{ params: { id: 'psh_2' } }]);
});
