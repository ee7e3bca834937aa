import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

import { dayAtKey } from './calendar-days';

interface DayGrid {
  ref: RefObject<HTMLTableElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Keyboard handlers for a grid of days, to be spread on its table. The grid is one tab stop: arrow keys move by day and
 * week, Home and End to the ends of the week, PageUp and PageDown by month, with Shift by year; the focus follows.
 *
 * @param day the day that is focusable by Tab.
 * @param isFocusedAtOnce whether it takes the focus when the grid appears.
 */
export function useDayGrid(day: Date, onGo: (day: Date) => void, isFocusedAtOnce = false): DayGrid {
  const ref = useRef<HTMLTableElement>(null);
  const wantsFocus = useRef(isFocusedAtOnce);
  const time = day.getTime();
  // Not a layout effect: the surrounding panel becomes visible in one, and a hidden element cannot take the focus.
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    ref.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [time]);

  function onKeyDown(event: KeyboardEvent) {
    const next = dayAtKey(day, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    wantsFocus.current = true;
    onGo(next);
  }
  return { ref, onKeyDown };
}
