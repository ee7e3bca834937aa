import { useEffect, useEffectEvent } from 'react';

const reasons = new Set<() => boolean>();

/**
 * Says that something would be lost if the page became a visitor's because the session ended: then the person is asked
 * to sign in again above the page instead. `isAtStake` is asked at that moment. Returns how to stop.
 */
export function holdSession(isAtStake: () => boolean): () => void {
  reasons.add(isAtStake);
  return () => void reasons.delete(isAtStake);
}

/** The same for as long as a component is there. */
export function useSessionHold(isAtStake: boolean): void {
  const ask = useEffectEvent(() => isAtStake);
  useEffect(() => holdSession(() => ask()), []);
}

/** Whether anything would be lost now. */
export const isSessionHeld = () => [...reasons].some((isAtStake) => isAtStake());
