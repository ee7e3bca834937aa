import { useEffect, useState } from 'react';

/** How long what was asked for stands before the live documents have the last word, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * A switch that shows at once what was asked for, until the live documents say so too; goes back when the call fails.
 *
 * @param known what the live documents say.
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
      // Whoever makes the call tells why.
      setWanted(undefined);
    }
  };
  return { value: wanted?.value ?? known, want, isRunning: wanted?.isSettled === false };
}
