import { act, renderHook } from '@testing-library/react';

import { useIncrementalRender } from './use-incremental-render';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const nextFrame = () => act(() => jest.advanceTimersToNextFrame());

it('draws a short list at once', () => {
  const { result } = renderHook(() => useIncrementalRender(4, 4));
  expect(result.current).toBe(4);
});

it('draws nothing of a long list in the first commit, and a step more with every frame', () => {
  const { result } = renderHook(() => useIncrementalRender(10, 4));
  const drawn = [result.current];
  for (let frame = 0; frame < 4; frame += 1) {
    nextFrame();
    drawn.push(result.current);
  }
  expect(drawn).toEqual([0, 4, 8, 10, 10]);
});
