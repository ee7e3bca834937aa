import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';

import { aProfile } from '../testing/builders';
import { FakeNetwork } from '../testing/fake-network';
import { invalidateTags } from './cache/cache-tags';
import { clearCache } from './cache/clear-cache';
import { DataProvider } from './data-provider';
import { getUser } from './endpoints';
import { prefetchEndpoint, seedEndpoint } from './fetch-entry';
import { type EndpointOptions, useEndpoint } from './use-endpoint';

const ryota = aProfile({ id: 'usr_1', nickname: '小林 亮太' });
let network: FakeNetwork;

beforeEach(() => {
  jest.useFakeTimers();
  clearCache();
  network = new FakeNetwork().install().answer(getUser, ryota);
});
afterEach(() => jest.useRealTimers());

const wrapper = ({ children }: { children: ReactNode }) => <DataProvider>{children}</DataProvider>;
const mount = (id: string | null = 'usr_1', options?: EndpointOptions) =>
  renderHook(
    (given: string | null) => useEndpoint(getUser, given === null ? null : { params: { id: given } }, options),
    { wrapper, initialProps: id },
  );
const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
const asked = () => network.calls(getUser).length;

it('fetches a missing entry once for all subscribers', async () => {
  const first = mount();
  const second = mount();
  expect(first.result.current).toMatchObject({ data: undefined, isLoading: true });
  await pass(1);
  expect(first.result.current).toMatchObject({ data: ryota, isLoading: false, error: undefined });
  expect(second.result.current.data).toEqual(ryota);
  expect(asked()).toBe(1);
});

it('fetches nothing without an input', async () => {
  const { result } = mount(null);
  await pass(1);
  expect(result.current).toMatchObject({ data: undefined, isLoading: false });
  expect(asked()).toBe(0);
});

it.each([
  ['of 300 s', 300, 1],
  ['older than 300 s', 301, 2],
])('on mount, an entry %s causes %s: %i calls in total', async (_age, seconds, calls) => {
  const keeper = mount();
  await pass(1);
  await pass(seconds - 1);
  mount();
  await pass(1);
  expect(asked()).toBe(calls);
  keeper.unmount();
});

it('refetches for another input when that entry is stale', async () => {
  const other = mount('usr_2');
  const { rerender } = mount('usr_1');
  await pass(301);
  rerender('usr_2');
  await pass(1);
  expect(network.calls(getUser).map(({ params }) => params.id)).toEqual(['usr_2', 'usr_1', 'usr_2']);
  other.unmount();
});

it('does not refetch on window focus', async () => {
  mount();
  await pass(1000);
  act(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await pass(10);
  expect(asked()).toBe(1);
});

it('shows an entry left less than 60 s ago, and drops it after that', async () => {
  const visit = mount();
  await pass(1);
  visit.unmount();
  await pass(59);
  const back = mount();
  expect(back.result.current.data).toEqual(ryota);
  back.unmount();
  await pass(60);
  const late = mount();
  expect(late.result.current).toMatchObject({ data: undefined, isLoading: true });
  await pass(1);
  expect(asked()).toBe(2);
});

it('refetches an entry invalidated by a tag, and shows the old response meanwhile', async () => {
  const { result } = mount();
  await pass(1);
  network.answer(getUser, { ...ryota, nickname: '亮太' });
  act(() => invalidateTags(['User']));
  expect(result.current).toMatchObject({ data: ryota, isRefreshing: true });
  await pass(1);
  expect(result.current).toMatchObject({ data: { nickname: '亮太' }, isRefreshing: false });
});

it('ignores other tags', async () => {
  mount();
  await pass(1);
  act(() => invalidateTags(['Classroom', 'Event']));
  await pass(1);
  expect(asked()).toBe(1);
});

it('drops a stale entry without subscribers', async () => {
  const visit = mount();
  await pass(1);
  visit.unmount();
  invalidateTags(['All']);
  expect(mount().result.current.data).toBeUndefined();
});

it('refetches an entry dropped a moment ago', async () => {
  const visitor = mount();
  await pass(1);
  visitor.unmount();
  invalidateTags(['User']);
  const next = mount();
  await pass(1);
  expect(next.result.current).toMatchObject({ data: ryota, isLoading: false });
  expect(asked()).toBe(2);
});

it('keeps the old response when a fetch fails, and retries on request', async () => {
  const { result } = mount();
  await pass(1);
  network.refuse(getUser, 'not_found');
  act(() => invalidateTags(['User']));
  await pass(1);
  expect(result.current).toMatchObject({ data: ryota, error: { code: 'not_found' } });
  network.answer(getUser, ryota);
  act(() => result.current.retry());
  await pass(1);
  expect(result.current.error).toBeUndefined();
});

it('reuses a prefetch, in flight or finished', async () => {
  const release = network.hold(getUser);
  void prefetchEndpoint(getUser, { params: { id: 'usr_1' } });
  const { result } = mount();
  await pass(1);
  release(ryota);
  await pass(1);
  expect(result.current.data).toEqual(ryota);
  void prefetchEndpoint(getUser, { params: { id: 'usr_1' } });
  await pass(1);
  expect(asked()).toBe(1);
});

it('ignores a failed prefetch', async () => {
  network.refuse(getUser, 'not_found');
  await prefetchEndpoint(getUser, { params: { id: 'usr_1' } });
  network.answer(getUser, ryota);
  const { result } = mount();
  await pass(1);
  expect(result.current.data).toEqual(ryota);
});

it('starts with the data that came with the page', async () => {
  seedEndpoint(getUser, { params: { id: 'usr_1' } }, ryota);
  const { result } = mount();
  expect(result.current).toMatchObject({ data: ryota, isLoading: false });
  await pass(1);
  expect(asked()).toBe(0);
});

it('fetches on every mount when the maximum age is 0', async () => {
  seedEndpoint(getUser, { params: { id: 'usr_1' } }, ryota);
  await pass(1);
  mount('usr_1', { maxAgeSeconds: 0 });
  await pass(1);
  expect(asked()).toBe(1);
});

it('clears everything at once, and ignores a late response for the previous user', async () => {
  const { result } = mount();
  await pass(1);
  const releaseOld = network.hold(getUser);
  act(() => invalidateTags(['User']));
  network.answer(getUser, { ...ryota, nickname: '次の人が見る' });
  act(() => clearCache());
  expect(result.current.data).toBeUndefined();
  await pass(1);
  releaseOld({ ...ryota, nickname: '前の人が見た' });
  await pass(1);
  expect(result.current.data?.nickname).toBe('次の人が見る');
});
