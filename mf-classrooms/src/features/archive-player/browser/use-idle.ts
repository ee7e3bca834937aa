import { type RefObject, useEffect, useState } from 'react';

/** Time without a movement after which the controls hide, in milliseconds. */
const IDLE_MS = 3000;

/** Whether an element has not been touched for a while; false while `isOn` is. */
export function useIdle(root: RefObject<HTMLElement | null>, isOn: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (!isOn || !element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      setIsIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIsIdle(true), IDLE_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    wake();
    for (const name of events) element.addEventListener(name, wake);
    return () => {
      clearTimeout(timer);
      for (const name of events) element.removeEventListener(name, wake);
    };
  }, [root, isOn]);
  return isOn && isIdle;
}
