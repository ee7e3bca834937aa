type Blocker = (event: PopStateEvent) => void;

let blocker: Blocker | null = null;
const passOn = (event: PopStateEvent) => blocker?.(event);

/**
 * Subscribes to the browser's back and forward navigation. Must be called before the router mounts: window listeners
 * run in registration order, capturing or not, and the router must not see a blocked event.
 */
export function listenForBackNavigation(): void {
  window.addEventListener('popstate', passOn);
}

/**
 * Calls `onNavigate` before every back or forward navigation; it may stop the event. Returns the function that releases
 * the block.
 */
export function blockNavigation(onNavigate: Blocker): () => void {
  blocker = onNavigate;
  return () => {
    if (blocker === onNavigate) blocker = null;
  };
}
