import type { PartOutcome } from './registry';

/** Positions in the product's scripts. */
const FRAME = /\/[rs]\/[\w@~./-]+:\d+:\d+/g;
const MAX_FRAMES = 10;

/** Returns where an error was thrown, without its message, which may contain typed text. */
const framesOf = (error: unknown) => ((error instanceof Error && error.stack?.match(FRAME)) || []).slice(0, MAX_FRAMES);

/**
 * Marks in the page's timeline which part is ready or has failed, and reports failures to the web server, which
 * withdraws a release that fails more often than the one before.
 *
 * @param view Token of this page view; without one nothing is reported.
 */
export function outcomeReporter(view: string | undefined): (outcome: PartOutcome) => void {
  return ({ remote, kind, key, version, status, error }) => {
    performance.mark(`remote ${remote}/${kind}/${key} ${status}`, {
      detail: { version, reason: error === undefined ? '' : String(error) },
    });
    // A browser that is offline fails for its own reasons.
    if (status === 'failed' && view && navigator.onLine)
      navigator.sendBeacon('/beacon/failure', JSON.stringify({ view, remote, version, frames: framesOf(error) }));
  };
}
