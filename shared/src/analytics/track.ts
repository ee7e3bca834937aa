import type { AnalyticsEvent } from '../contract/analytics';

export type AnalyticsName = AnalyticsEvent['name'];
type Take = (name: AnalyticsName) => void;

let take: Take | null = null;

/**
 * Records a user action from the fixed list. May be called anywhere: the shell passes on only what the user has
 * consented to, never for users aged 12 or under, and never the same event twice in a row.
 */
export function track(name: AnalyticsName): void {
  take?.(name);
}

/** Used by the shell: subscribes to all events from now on. Returns the unsubscribe function. */
export function takeTracks(taker: Take): () => void {
  take = taker;
  return () => {
    if (take === taker) take = null;
  };
}
