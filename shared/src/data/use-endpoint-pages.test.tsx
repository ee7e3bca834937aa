import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';

import { aMe, aNotification, aPage } from '../testing/builders';
import { FakeNetwork } from '../testing/fake-network';
import { invalidateTags } from './cache/cache-tags';
import { clearCache } from './cache/clear-cache';
import { DataProvider } from './data-provider';
import { getMe, listNotifications } from './endpoints';
import { prefetchEndpoint, seedEndpoint } from './fetch-entry';
import { changeCached } from './optimistic-changes';
import { useEndpoint } from './use-endpoint';
import { type EndpointPagesOptions, useEndpointPages } from './use-endpoint-pages';

const pages = {
  first: aPage([aNotification({ id: 'ntf_1' }), aNotification({ id: 'ntf_2' })], 'c1'),
  c1: aPage([aNotification({ id: 'ntf_3' })], 'c2'),
  c2: aPage([aNotification({ id: 'ntf_4' })]),
};
let network: FakeNetwork;

beforeEach(() => {
  jest.useFakeTimers();
  clearCache();
  network = new FakeNetwork()
    .install()
    .answer(listNotifications, ({ query }) => pages[(query.cursor ?? 'first') as keyof typeof pages]);
});
afterEach(() => jest.useRealTimers());

const wrapper = ({ children }: { children: ReactNode }) => <DataProvider>{children}</DataProvider>;
const mount = (options?: EndpointPagesOptions) =>
  renderHook(() => useEndpointPages(listNotifications, {}, options), { wrapper });
const pass = (seconds = 1) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
const ids = (items: Array<{ id: string }>) => items.map(({ id }) => id);
const cursors = () => network.calls(listNotifications).map(({ query }) => query.cursor);

it('loads page after page until there are no more', async () => {
  const { result } = mount();
  expect(result.current).toMatchObject({ items: [], isLoading: true, hasMore: false });
  await pass();
  expect(ids(result.current.items)).toEqual(['ntf_1', 'ntf_2']);
  expect(result.current.hasMore).toBe(true);
  act(() => result.current.loadMore());
  act(() => result.current.loadMore());
  expect(result.current.isLoadingMore).toBe(true);
  await pass();
  act(() => result.current.loadMore());
  await pass();
  expect(ids(result.current.items)).toEqual(['ntf_1', 'ntf_2', 'ntf_3', 'ntf_4']);
  expect(result.current).toMatchObject({ hasMore: false, isLoadingMore: false });
  act(() => result.current.loadMore());
  await pass();
  expect(cursors()).toEqual([undefined, 'c1', 'c2']);
});

it('refetches as many pages as were loaded', async () => {
  const { result } = mount();
  await pass();
  act(() => result.current.loadMore());
  await pass();
  act(() => invalidateTags(['Notification']));
  await pass();
  expect(cursors()).toEqual([undefined, 'c1', undefined, 'c1']);
  expect(ids(result.current.items)).toEqual(['ntf_1', 'ntf_2', 'ntf_3']);
});

it('reports a failed next page, keeps the others, and retries that page', async () => {
  const { result } = mount();
  await pass();
  network.refuse(listNotifications, 'rate_limited');
  act(() => result.current.loadMore());
  await pass();
  expect(result.current.error?.code).toBe('rate_limited');
  expect(ids(result.current.items)).toEqual(['ntf_1', 'ntf_2']);
  network.answer(listNotifications, pages.c1);
  act(() => result.current.retry());
  await pass();
  expect(result.current.error).toBeUndefined();
  expect(ids(result.current.items)).toEqual(['ntf_1', 'ntf_2', 'ntf_3']);
});

it('takes a fresh cursor when the api refuses one from before it was deployed', async () => {
  const { result } = mount();
  await pass();
  network.refuse(listNotifications, 'invalid', { fields: { cursor: '続きの位置を読み取れません。' } });
  act(() => result.current.loadMore());
  network.answer(listNotifications, ({ query }) =>
    query.cursor === 'new' ? pages.c2 : { ...pages.first, nextCursor: 'new' },
  );
  await pass();
  expect(result.current.error).toBeUndefined();
  expect(ids(result.current.items)).toEqual(['ntf_1', 'ntf_2']);
  act(() => result.current.loadMore());
  await pass();
  expect(ids(result.current.items)).toEqual(['ntf_1', 'ntf_2', 'ntf_4']);
});

it('starts with a page prefetched on hover', async () => {
  await prefetchEndpoint(listNotifications, {});
  const { result } = mount();
  expect(ids(result.current.items)).toEqual(['ntf_1', 'ntf_2']);
  await pass();
  expect(network.calls(listNotifications)).toHaveLength(1);
  act(() => result.current.loadMore());
  await pass();
  expect(ids(result.current.items)).toEqual(['ntf_1', 'ntf_2', 'ntf_3']);
});

it('fetches for itself when the request has a side effect, showing the prefetched page meanwhile', async () => {
  await prefetchEndpoint(listNotifications, {});
  const { result } = mount({ maxAgeSeconds: 0 });
  expect(ids(result.current.items)).toEqual(['ntf_1', 'ntf_2']);
  await pass();
  expect(network.calls(listNotifications).map(({ headers }) => headers['X-Prefetch'])).toEqual(['1', undefined]);
});

describe('the side effect of the request', () => {
  const setUp = () => {
    const me = aMe('adult', { unreadNotificationCount: 3 });
    network.answer(getMe, me);
    seedEndpoint(getMe, {}, me);
    const seen = changeCached(
      getMe,
      () => true,
      (known) => (known.role === 'anonymous' ? known : { ...known, unreadNotificationCount: 0 }),
    );
    return renderHook(
      () => {
        const { data } = useEndpoint(getMe, {});
        useEndpointPages(listNotifications, {}, { maxAgeSeconds: 0, optimistic: () => seen });
        return data?.role === 'user' ? data.unreadNotificationCount : undefined;
      },
      { wrapper },
    );
  };

  it('is shown optimistically and kept', async () => {
    const release = network.hold(listNotifications);
    const { result } = setUp();
    await pass(0);
    expect(result.current).toBe(0);
    release(pages.c2);
    await pass();
    expect(result.current).toBe(0);
  });

  it('is rolled back when the list fails', async () => {
    network.refuse(listNotifications, 'rate_limited');
    const { result } = setUp();
    await pass();
    expect(result.current).toBe(3);
  });
});
