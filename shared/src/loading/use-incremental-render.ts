import { useEffect, useState } from 'react';

/**
 * How many of a list are drawn by now: a few at once, and as many more with every frame, so that a full room does not
 * hold up the page of a slow device when it comes.
 */
export function useIncrementalRender(count: number, step: number): number {
  const [drawn, setDrawn] = useState(step);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const frame = requestAnimationFrame(() => setDrawn(drawn + step));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count, step]);
  return Math.min(drawn, count);
}
