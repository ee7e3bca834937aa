import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Distance from the end that still counts as the end, in px. */
const NEAR_END = 32;

interface Place {
  isAtEnd: boolean;
  /** The first visible row and its offset from the top edge, in px. */
  row: { id: string; top: number } | null;
}

/**
 * Keeps the scroll position in a list that grows at its end: at the end it follows new rows; when scrolled up it stays
 * in place whatever is added above or below. Rows are identified by `data-row`.
 */
export function useStickToBottom() {
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ isAtEnd: true, row: null });
  const [isAtEnd, setIsAtEnd] = useState(true);

  useLayoutEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    if (place.current.isAtEnd) frame.scrollTop = frame.scrollHeight;
    else if (place.current.row) {
      const { id, top } = place.current.row;
      const row = rowsOf(frame).find(({ dataset }) => dataset.row === id);
      if (row) frame.scrollTop += topIn(frame, row) - top;
    }
    // No dependencies: whatever was rendered may have moved the rows.
  });

  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return undefined;
    const note = () => {
      place.current = placeIn(frame);
      setIsAtEnd(place.current.isAtEnd);
    };
    const follow = () => {
      if (place.current.isAtEnd) frame.scrollTop = frame.scrollHeight;
    };
    frame.addEventListener('scroll', note, { passive: true });
    // An on-screen keyboard or a growing field reduces the height.
    const sizes = new ResizeObserver(follow);
    sizes.observe(frame);
    return () => {
      frame.removeEventListener('scroll', note);
      sizes.disconnect();
    };
  }, []);

  const goToEnd = () => {
    place.current = { isAtEnd: true, row: null };
    setIsAtEnd(true);
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  };
  return { scroller, isAtEnd, goToEnd };
}

function placeIn(frame: HTMLElement): Place {
  const isAtEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight <= NEAR_END;
  const row = isAtEnd ? undefined : rowsOf(frame).find((one) => topIn(frame, one) + one.offsetHeight > 0);
  return { isAtEnd, row: row ? { id: row.dataset.row ?? '', top: topIn(frame, row) } : null };
}

const rowsOf = (frame: HTMLElement) => [...frame.querySelectorAll<HTMLElement>('[data-row]')];
const topIn = (frame: HTMLElement, row: HTMLElement) =>
  row.getBoundingClientRect().top - frame.getBoundingClientRect().top;
