type Blocker = (event: PopStateEvent) => void;

let blocker: Blocker | null = null;
const passOn = (event: PopStateEvent) => blocker?.(event);

/**
 * Listens for the browser's back and forward navigation. Call it before the router is mounted: listeners of a window
 * run in the order in which they were added, capturing or not, and the router must not see an event that is blocked.
 */
export function listenForBackNavigation(): void {
  window.addEventListener('popstate', passOn);
}

/** Asks `onNavigate` first on every back or forward navigation; it may stop the event. Returns how to release the block. */
export function blockNavigation(onNavigate: Blocker): () => void {
  blocker = onNavigate;
  return () => {
    if (blocker === onNavigate) blocker = null;
  };
}
