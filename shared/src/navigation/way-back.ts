type Hold = (event: PopStateEvent) => void;

let hold: Hold | null = null;
const passOn = (event: PopStateEvent) => hold?.(event);

/**
 * Hears of the browser's ways back and forth. To be called before the router is mounted: listeners of a window are asked
 * in the order in which they came, capturing or not, and what is held the router must not hear of.
 */
export function hearWayBack(): void {
  window.addEventListener('popstate', passOn);
}

/** Asks `holder` first whenever the browser goes back or forth; it may stop the event. Returns how to let go. */
export function holdWayBack(holder: Hold): () => void {
  hold = holder;
  return () => {
    if (hold === holder) hold = null;
  };
}
