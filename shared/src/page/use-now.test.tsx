import { act, renderHook } from '@testing-library/react';

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
