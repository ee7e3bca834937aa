import { useEffect } from 'react';

/** So long the second press of a double click is expected, in milliseconds. */
const DOUBLE_PRESS_MS = 1000;

/** What comes in the place of a pressed button must not be selected by the second press of a double click. */
export function useNoDoublePress(): void {
  useEffect(() => {
    const stop = (event: MouseEvent) => {
      if (event.detail > 1) event.preventDefault();
    };
    const release = () => document.removeEventListener('mousedown', stop);
    document.addEventListener('mousedown', stop);
    const timer = setTimeout(release, DOUBLE_PRESS_MS);
    return () => {
      clearTimeout(timer);
      release();
    };
  }, []);
}
