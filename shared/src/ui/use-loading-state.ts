import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

import { liveRegionAround } from './live-region';

interface LoadingState {
  /** Undefined for a button that never loads. */
  isLoading: boolean | undefined;
  /** What screen readers announce while it loads. */
  label: string;
}

/**
 * Makes up for what a button loses while it is disabled: it announces `label` from elsewhere, and focus that was on the
 * button returns to it afterwards, unless it has gone to another element.
 */
export function useLoadingState(button: RefObject<HTMLButtonElement | null>, { isLoading, label }: LoadingState) {
  const canLoad = isLoading !== undefined;
  useEffect(() => {
    if (canLoad && button.current) liveRegionAround(button.current);
  }, [button, canLoad]);

  useEffect(() => {
    if (!isLoading || !button.current) return undefined;
    const region = liveRegionAround(button.current);
    region.textContent = label;
    return () => void (region.textContent = '');
  }, [button, isLoading, label]);

  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (isLoading) {
      hadFocus.current = document.activeElement === button.current;
    } else if (hadFocus.current) {
      hadFocus.current = false;
      // The browser takes focus from a disabled button and gives it to nothing else.
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    }
  }, [button, isLoading]);
}
