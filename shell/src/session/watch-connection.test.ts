import { listCategories } from '@manabiba/shared/data/endpoints';
import { callEndpoint } from '@manabiba/shared/platform';
import { createSessionStore } from '@manabiba/shared/session/session-store';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';

import { watchConnection } from './watch-connection';

const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

function setUp() {
  const network = new FakeNetwork().install();
  const store = createSessionStore();
  const stop = watchConnection(store);
  const fail = async () => {
    void callEndpoint(listCategories, {}).catch(() => undefined);
    await settle(10_000);
  };
  return { network, store, stop, fail, isOnline: () => store.getState().isOnline };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('reports a lost connection when neither a call nor the server responds, and its automatic recovery', async () => {
  const { network, isOnline, fail, stop } = setUp();
  await fail();
  expect(isOnline()).toBe(false);
  network.answerWebServer('GET', '/healthz', {});
  await settle(15_000);
  expect(isOnline()).toBe(true);
  stop();
});

it('takes the server for silent on a page that was kept for offline, until it responds', async () => {
  document.documentElement.dataset.keptAt = '2026-01-01T00:00:00.000Z';
  const { network, isOnline, stop } = setUp();
  await settle();
  expect(isOnline()).toBe(false);
  network.answerWebServer('GET', '/healthz', {});
  await settle(15_000);
  expect(isOnline()).toBe(true);
  delete document.documentElement.dataset.keptAt;
  stop();
});

it('reports nothing when one call fails and the server responds', async () => {
  const { network, isOnline, fail, store, stop } = setUp();
  network.answerWebServer('GET', '/healthz', {});
  const heard = jest.fn();
  store.subscribe(heard);
  await fail();
  expect(isOnline()).toBe(true);
  stop();
});

it('reports one outage once, however many calls fail', async () => {
  const { store, fail, stop } = setUp();
  const changes: boolean[] = [];
  store.subscribe(({ isOnline }, before) => {
    if (isOnline !== before.isOnline) changes.push(isOnline);
  });
  await Promise.all([fail(), fail()]);
  await fail();
  expect(changes).toEqual([false]);
  stop();
});

it('checks at once when the device reports that it is back online', async () => {
  const { network, isOnline, fail, stop } = setUp();
  await fail();
  await settle(60_000);
  network.answerWebServer('GET', '/healthz', {});
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(isOnline()).toBe(true);
  stop();
});
