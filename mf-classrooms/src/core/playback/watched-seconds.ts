/** What has been played of a recording: stretches in seconds, ordered and without overlap. */
export type WatchedSpans = ReadonlyArray<readonly [from: number, to: number]>;

/** Longer gaps between two positions are jumps, not playback. Browsers report at least every 250 ms, at 2x half a second. */
const LONGEST_STEP_SECONDS = 2;

/** Adds the stretch between two successive positions of playback. Jumps, forwards or backwards, add nothing. */
export function addPlayed(watched: WatchedSpans, from: number, to: number): WatchedSpans {
  if (to <= from || to - from > LONGEST_STEP_SECONDS) return watched;
  const touching = watched.filter(([start, end]) => start <= to && end >= from);
  const merged = [
    Math.min(from, ...touching.map(([start]) => start)),
    Math.max(to, ...touching.map(([, end]) => end)),
  ] as const;
  return [...watched.filter((stretch) => !touching.includes(stretch)), merged].sort(([a], [b]) => a - b);
}

/** Returns the number of different seconds watched: watching a stretch twice counts once. */
export function watchedSeconds(watched: WatchedSpans): number {
  return watched.reduce((sum, [from, to]) => sum + to - from, 0);
}
