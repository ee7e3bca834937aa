import { useEffect, useState } from 'react';

/**
 * How many of a list are drawn by now. A short list is drawn at once; of a longer one none in the first commit, and
 * `step` more with every frame, so that a full room does not hold up the page of a slow device when it arrives.
 */
export function useIncrementalRender(count: number, step: number): number {
  const [drawn, setDrawn] = useState(count > step ? 0 : step);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const frame = requestAnimationFrame(() => setDrawn(drawn + step));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count, step]);
  return Math.min(drawn, count);
}
