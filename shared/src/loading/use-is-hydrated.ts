import { useSyncExternalStore } from 'react';

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/**
 * Returns false on the server and while the browser takes over what the server has drawn, otherwise true. What only the
 * browser knows, such as its storage, is drawn when this is true.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(never, yes, no);
}
