import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { BadgeTone } from '@manabiba/shared/ui/badge';

const states: Readonly<Record<ClassroomEvent['state'], { word: string; tone: BadgeTone }>> = {
  draft: { word: '下書き', tone: 'plain' },
  published: { word: '公開中', tone: 'ok' },
  open: { word: '開場中', tone: 'ok' },
  live: { word: '開催中', tone: 'live' },
  ended: { word: '終了', tone: 'plain' },
  archived: { word: 'アーカイブ公開', tone: 'plain' },
  cancelled: { word: '中止', tone: 'warn' },
};

/** The state of an event in words. */
export const eventStateOf = (state: ClassroomEvent['state']) => states[state];

/** The state of an event in words, where it may be something else, such as in a log. */
export const wordOfEventState = (state: string): string | undefined =>
  (states as Readonly<Record<string, { word: string }>>)[state]?.word;

export const pathOfEvent = (id: string) => `/staff/events/${encodeURIComponent(id)}`;

/** Seats in figures: 12 / 100席. */
export const seatWords = (taken: number, seats: number | null) =>
  `${taken.toLocaleString('ja-JP')} / ${seats === null ? '制限なし' : `${seats.toLocaleString('ja-JP')}席`}`;
