import type { AnalyticsEvent } from '../contract/analytics';

export type AnalyticsName = AnalyticsEvent['name'];
type Take = (name: AnalyticsName) => void;

let take: Take | null = null;

/**
 * Tells what somebody does, from the fixed list. May be called anywhere and always: the shell passes on only what has
 * been agreed to, never of people of 12 or under, and never the same twice in a row.
 */
export function track(name: AnalyticsName): void {
  take?.(name);
}

/** The shell's: hears everything from now on. Returns how to stop. */
export function takeTracks(taker: Take): () => void {
  take = taker;
  return () => {
    if (take === taker) take = null;
  };
}
