import { useSyncExternalStore } from 'react';

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/**
 * Returns false on the server and during hydration, otherwise true. What only the browser knows, such as its storage, is
 * rendered when this is true.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(never, yes, no);
}
