import type { PartOutcome } from './registry';

/**
 * Marks in the page's timeline which part is ready or has failed, and tells the web server what has failed, by which a
 * release that fails more often than the one before is taken back.
 *
 * @param view Under what name this view of the page may tell; without one nothing leaves the page.
 */
export function outcomeTeller(view: string | undefined): (outcome: PartOutcome) => void {
  return ({ remote, kind, key, version, status, error }) => {
    performance.mark(`remote ${remote}/${kind}/${key} ${status}`, {
      detail: { version, reason: error === undefined ? '' : String(error) },
    });
    // A browser without a line fails for reasons of its own.
    if (status === 'failed' && view && navigator.onLine)
      navigator.sendBeacon('/beacon/failure', JSON.stringify({ view, remote, version }));
  };
}
