import { type RefObject, useEffect, useRef, useState } from 'react';

/** Extra rows rendered beyond the edges so that fast scrolling shows no gap. */
const BEYOND = 8;
/** Rows rendered before the first measurement. */
const AT_FIRST = 24;

interface Span {
  from: number;
  to: number;
}

/**
 * Virtualizes a long list with rows of equal height: only rows near the viewport are rendered, so a room of 550 is as
 * fast as one of 20.
 *
 * @param scroller the scroll container; the list may begin anywhere in it.
 * @param rowHeight in px.
 */
export function useNearRows(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const list = useRef<HTMLUListElement>(null);
  const [span, setSpan] = useState<Span>({ from: 0, to: AT_FIRST });
  useEffect(() => {
    const frame = scroller.current;
    const rows = list.current;
    if (frame === null || rows === null) return undefined;
    const measure = () =>
      setSpan((known) => {
        const above = frame.getBoundingClientRect().top - rows.getBoundingClientRect().top;
        const seen = spanOf(above, frame.clientHeight, rowHeight);
        return seen.from === known.from && seen.to === known.to ? known : seen;
      });
    frame.addEventListener('scroll', measure, { passive: true });
    // The observer measures once initially, during the regular layout; measuring here would force another one. Content
    // above the list pushes it down when it grows.
    const sizes = new ResizeObserver(measure);
    sizes.observe(frame);
    for (const part of frame.children) sizes.observe(part);
    return () => {
      frame.removeEventListener('scroll', measure);
      sizes.disconnect();
    };
  }, [scroller, rowHeight, count]);
  const from = Math.min(span.from, Math.max(0, count - AT_FIRST));
  return { list, from, to: Math.min(Math.max(span.to, from + AT_FIRST), count) };
}

/** Moves in steps, so that not every pixel causes a render. */
export function spanOf(above: number, height: number, rowHeight: number): Span {
  const first = Math.floor(above / rowHeight);
  const last = Math.ceil((above + height) / rowHeight);
  return {
    from: Math.max(0, Math.floor((first - BEYOND) / BEYOND) * BEYOND),
    to: Math.max(AT_FIRST, Math.ceil((last + BEYOND) / BEYOND) * BEYOND),
  };
}
