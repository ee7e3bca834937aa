import { act, renderHook, waitFor } from '@testing-library/react';

import { useParsedValues } from './use-parsed-values';

const named = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `n${index}` }));
const slow = {
  safeParse: (value: unknown) => {
    const began = performance.now();
    while (performance.now() - began < 0.2);
    return { success: true as const, data: value as { id: string } };
  },
};

it('hundreds of new values are read in parts, and shown when all are read; a few more are there at once', async () => {
  const { result, rerender } = renderHook(({ values }) => useParsedValues(values, slow), {
    initialProps: { values: named(500) },
  });
  expect(result.current).toBeUndefined();
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 1);
  await waitFor(() => expect(result.current).toHaveLength(500));
  clearInterval(count);
  expect(turns).toBeGreaterThan(3);
  const known = result.current?.[0];
  act(() => rerender({ values: [...(result.current ?? []), { id: 'one more' }] }));
  expect(result.current).toHaveLength(501);
  expect(result.current?.[0]).toBe(known);
});

it('leaves out what is not as promised', () => {
  const reported = jest.fn();
  Object.defineProperty(globalThis, 'reportError', { configurable: true, value: reported });
  const strict = { safeParse: () => ({ success: false as const, error: new Error('no name') }) };
  const values = named(1);
  const { result, rerender } = renderHook(() => useParsedValues(values, strict));
  rerender();
  expect(result.current).toEqual([]);
  expect(reported).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(globalThis, 'reportError');
});
