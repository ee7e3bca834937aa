import { useEffect, useEffectEvent } from 'react';

const reasons = new Set<() => boolean>();

/**
 * Registers that work would be lost if the session ended: the user is then asked to sign in again in a dialog above the
 * page. `isAtStake` is evaluated at that moment. Returns the function that removes it.
 */
export function holdSession(isAtStake: () => boolean): () => void {
  reasons.add(isAtStake);
  return () => void reasons.delete(isAtStake);
}

/** The same while a component is mounted. */
export function useSessionHold(isAtStake: boolean): void {
  const ask = useEffectEvent(() => isAtStake);
  useEffect(() => holdSession(() => ask()), []);
}

/** Whether anything would be lost now. */
export const isSessionHeld = () => [...reasons].some((isAtStake) => isAtStake());
