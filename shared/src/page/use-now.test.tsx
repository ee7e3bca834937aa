import { act, renderHook } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

import { setPageTime } from './page-time';
import { useNow } from './use-now';

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z') }));
afterEach(() => jest.useRealTimers());

it('updates at its interval for all subscribers at once, and stops without subscribers', () => {
  const first = renderHook(() => useNow(60_000));
  const second = renderHook(() => useNow(60_000));
  act(() => jest.advanceTimersByTime(60_000));
  expect(first.result.current.toISOString()).toBe('2026-11-21T09:01:00.000Z');
  expect(second.result.current).toBe(first.result.current);
  first.unmount();
  second.unmount();
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(600_000);
  expect(renderHook(() => useNow(60_000)).result.current.toISOString()).toBe('2026-11-21T09:11:00.000Z');
});

it('renders the time of the page on both sides, then the present', async () => {
  setPageTime('2026-11-21T08:59:59Z');
  const Clock = () => <time>{useNow(60_000).toISOString()}</time>;
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Clock />);
  expect(root.textContent).toBe('2026-11-21T08:59:59.000Z');
  const onRecoverableError = jest.fn();
  await act(async () => {
    hydrateRoot(root, <Clock />, { onRecoverableError });
    await Promise.resolve();
  });
  expect(root.textContent).toBe('2026-11-21T09:00:00.000Z');
  expect(onRecoverableError).not.toHaveBeenCalled();
});
