import { useEffect } from 'react';

/** How long the second click of a double click is expected, in milliseconds. */
const DOUBLE_CLICK_MS = 1000;

/** Prevents the second click of a double click from selecting the text that replaces the clicked button. */
export function useNoDoubleClickSelection(): void {
  useEffect(() => {
    const stop = (event: MouseEvent) => {
      if (event.detail > 1) event.preventDefault();
    };
    const release = () => document.removeEventListener('mousedown', stop);
    document.addEventListener('mousedown', stop);
    const timer = setTimeout(release, DOUBLE_CLICK_MS);
    return () => {
      clearTimeout(timer);
      release();
    };
  }, []);
}
