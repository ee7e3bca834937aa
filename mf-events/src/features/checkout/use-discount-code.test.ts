import { ApiError } from '@manabiba/shared/data/api-error';
import { act, renderHook } from '@testing-library/react';

import { useDiscountCode } from './use-discount-code';

const failure = (status: number) => new ApiError({ status, code: 'unavailable', message: '' });

/** Applies a good code, then another or none that fails, and returns what is sent when a new seat is held. */
async function repeatedAfter(code: string | null, status: number) {
  const send = jest.fn<Promise<unknown>, [string | null]>().mockResolvedValue(undefined);
  const { result } = renderHook(() => useDiscountCode(send));
  await act(() => result.current.choice.apply('YOI'));
  send.mockRejectedValueOnce(failure(status));
  await act(() => result.current.choice.apply(code));
  send.mockClear();
  await act(() => result.current.repeat());
  return send.mock.calls.flat();
}

it.each([
  ['taking it back is refused', null, 409],
  ['taking it back gets no answer', null, 0],
  ['another code gets no answer', 'HOKA', 503],
])('keeps the last good code when %s', async (_what, code, status) => {
  expect(await repeatedAfter(code, status)).toEqual(['YOI']);
});

it('forgets the last good code when the api refuses one', async () => {
  expect(await repeatedAfter('HOKA', 422)).toEqual([]);
});
