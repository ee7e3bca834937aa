import { useEffect } from 'react';

/** Keeps the screen on while `isOn`. Browsers give the lock up with the page's visibility, so it is taken again. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // A low battery refuses it; the film plays on.
      }
    };
    const handleVisibility = () => void take();
    void take();
    document.addEventListener('visibilitychange', handleVisibility);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', handleVisibility);
      void lock?.release();
    };
  }, [isOn]);
}
