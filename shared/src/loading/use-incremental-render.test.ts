import { act, renderHook } from '@testing-library/react';

import { useIncrementalRender } from './use-incremental-render';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const nextFrame = () => act(() => jest.advanceTimersToNextFrame());

it('renders a short list at once', () => {
  const { result } = renderHook(() => useIncrementalRender(4, 4));
  expect(result.current).toBe(4);
});

it('renders nothing of a long list in the first commit, and one more step with every frame', () => {
  const { result } = renderHook(() => useIncrementalRender(10, 4));
  const counts = [result.current];
  for (let frame = 0; frame < 4; frame += 1) {
    nextFrame();
    counts.push(result.current);
  }
  expect(counts).toEqual([0, 4, 8, 10, 10]);
});

it('alternates between lists that arrive together, and skips an unmounted one', () => {
  const first = renderHook(() => useIncrementalRender(8, 4));
  const gone = renderHook(() => useIncrementalRender(8, 4));
  const last = renderHook(() => useIncrementalRender(8, 4));
  gone.unmount();
  const counts: [number, number][] = [];
  for (let frame = 0; frame < 4; frame += 1) {
    nextFrame();
    counts.push([first.result.current, last.result.current]);
  }
  expect(counts).toEqual([
    [4, 0],
    [4, 4],
    [8, 4],
    [8, 8],
  ]);
});
