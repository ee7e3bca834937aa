interface Sign {
  /** Token of the page view. */
  view: string;
  remote: string;
  version: string;
  /** Named in releases/src/health/trouble-signs.ts. */
  sign: string;
  /** Positions in the scripts of the release. */
  frames?: string[] | undefined;
}

/**
 * Reports that a page view with a release shows a sign of trouble. Returns whether it did: a browser that is offline has
 * trouble of its own.
 */
export const reportSign = (sign: Sign): boolean =>
  navigator.onLine && navigator.sendBeacon('/beacon/failure', JSON.stringify(sign));
