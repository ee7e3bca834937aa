type Blocker = (event: PopStateEvent) => void;

const blockers = new Set<Blocker>();
const passOn = (event: PopStateEvent) => [...blockers].at(-1)?.(event);

/**
 * Subscribes to the browser's back and forward navigation. Must be called before the router mounts: window listeners
 * run in registration order, capturing or not, and the router must not see a blocked event.
 */
export function listenForBackNavigation(): void {
  window.addEventListener('popstate', passOn);
}

/**
 * Calls `onNavigate` before every back or forward navigation; it may stop the event. Returns the function that releases
 * the block. Where several parts of a page block, the last one is asked.
 */
export function blockNavigation(onNavigate: Blocker): () => void {
  blockers.add(onNavigate);
  return () => void blockers.delete(onNavigate);
}
