/** A moment that may begin a chapter, in seconds since the start of the recording. */
export interface Moment {
  readonly at: number;
  readonly title: string;
}

export interface Chapter {
  readonly at: number;
  readonly title: string;
}

/** Shorter chapters are joined to the one before, in seconds. */
const SHORTEST_SECONDS = 30;
const MAX_CHAPTERS = 50;

/**
 * Returns the chapters of a video that is kept from `from` to `until`: the first at 0, each at least half a minute long.
 * Empty when nothing divides the video.
 */
export function chaptersOf(
  moments: readonly Moment[],
  { from, until, opening }: { from: number; until: number; opening: string },
): Chapter[] {
  const inside = moments
    .map(({ at, title }) => ({ at: at - from, title }))
    .filter(({ at }) => at >= 0 && at <= until - from - SHORTEST_SECONDS)
    .sort((a, b) => a.at - b.at);
  const chapters: Chapter[] = [{ at: 0, title: opening }];
  for (const moment of inside) {
    const before = chapters.at(-1) as Chapter;
    const at = Math.floor(moment.at);
    if (at - before.at >= SHORTEST_SECONDS) chapters.push({ at, title: moment.title });
    else if (before.at === 0 && chapters.length === 1 && at === 0) chapters[0] = { at: 0, title: moment.title };
  }
  return chapters.length === 1 ? [] : chapters.slice(0, MAX_CHAPTERS);
}
