import { useEffect, useState } from 'react';

/** How long an optimistic value is kept before the live documents win, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * An optimistic switch: shows the requested value at once until the live documents confirm it, and rolls back when the
 * call fails.
 *
 * @param known the value in the live documents.
 */
export function useWanted(known: boolean): {
  value: boolean;
  want: (value: boolean, call: () => Promise<unknown>) => Promise<void>;
  isRunning: boolean;
} {
  const [wanted, setWanted] = useState<{ value: boolean; isSettled: boolean }>();
  const isDone = wanted?.isSettled === true;
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setWanted(undefined), wanted.value === known ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isDone, wanted, known]);

  const want = async (value: boolean, call: () => Promise<unknown>) => {
    setWanted({ value, isSettled: false });
    try {
      await call();
      setWanted({ value, isSettled: true });
    } catch {
      // The caller reports the error.
      setWanted(undefined);
    }
  };
  return { value: wanted?.value ?? known, want, isRunning: wanted?.isSettled === false };
}
