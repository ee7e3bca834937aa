import type { Archive } from '@manabiba/shared/contract/archives';

export type Chapter = Archive['chapters'][number];

/** A stretch of a recording, in seconds. `title` is empty before the first chapter and without chapters. */
export interface ChapterSpan {
  start: number;
  end: number;
  title: string;
}

/**
 * Divides a recording into spans that cover it without gaps. Chapters outside the recording, and later ones at the same
 * second, are dropped; a recording without chapters is one span.
 */
export function chapterSpans(chapters: readonly Chapter[], durationSeconds: number): ChapterSpan[] {
  if (durationSeconds <= 0) return [];
  const starts = new Map<number, string>();
  for (const { at, title } of [...chapters].sort((a, b) => a.at - b.at)) {
    if (at >= 0 && at < durationSeconds && !starts.has(at)) starts.set(at, title);
  }
  if (!starts.has(0)) starts.set(0, '');
  const sorted = [...starts].sort(([a], [b]) => a - b);
  return sorted.map(([start, title], index) => ({ start, title, end: sorted[index + 1]?.[0] ?? durationSeconds }));
}

/** Returns the index of the span that contains a position; the last one at and after the end, -1 without spans. */
export function spanIndexAt(spans: readonly ChapterSpan[], seconds: number): number {
  const after = spans.findIndex(({ start }) => start > seconds);
  return after === -1 ? spans.length - 1 : Math.max(0, after - 1);
}

/** Returns how much of a span lies before a position, from 0 to 1. */
export function spanShare({ start, end }: ChapterSpan, seconds: number): number {
  return Math.min(1, Math.max(0, (seconds - start) / (end - start)));
}
