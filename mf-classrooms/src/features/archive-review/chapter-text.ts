import type { Archive } from '@manabiba/shared/contract/archives';
import { formatLength } from '@manabiba/shared/format/duration';
import { secondsInHour } from 'date-fns/constants';

type Chapter = Archive['chapters'][number];

const LINE = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)[\s\u3000]+(\S.*)$/u;

/** The chapters as lines that a host edits: 4:20 単位円をもう一度. */
export const chapterText = (chapters: readonly Chapter[]): string =>
  chapters.map(({ at, title }) => `${formatLength(at)} ${title}`).join('\n');

/** Reads the lines. Returns the number of the first line that is not a chapter, instead of chapters. */
export function readChapterText(text: string): { chapters: Chapter[] } | { wrongLine: number } {
  const chapters: Chapter[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const match = LINE.exec(line.trim().normalize('NFKC'));
    if (!match) return { wrongLine: index + 1 };
    const [, hours, minutes, seconds, title = ''] = match;
    chapters.push({
      at: Number(hours ?? 0) * secondsInHour + Number(minutes) * 60 + Number(seconds),
      title: title.trim(),
    });
  }
  return { chapters };
}

/** Reads a length of time as it is shown, 1:30; null for anything else. */
export function readLength(text: string): number | null {
  const match = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/u.exec(text.trim().normalize('NFKC'));
  if (!match) return null;
  const [, hours, minutes, seconds] = match;
  return Number(hours ?? 0) * secondsInHour + Number(minutes) * 60 + Number(seconds);
}
