import type { createEventBody, updateEventBody } from '@manabiba/shared/contract/event-editing';
import { ENTRY_OPENS_BEFORE_MINUTES, MAX_EVENT_DAYS_AHEAD, MAX_EVENT_MINUTES } from '@manabiba/shared/contract/limits';
import { addHours, addMilliseconds, differenceInMilliseconds, isEqual, subMilliseconds } from 'date-fns';
import { millisecondsInDay, millisecondsInMinute, millisecondsInWeek } from 'date-fns/constants';
import type * as z from 'zod/mini';

import { AppError } from '../../../platform/app-error';
import type { LockedEvent } from '../life/event-states.repository';
import type { EventValues } from './organized-events.repository';

export type CreateEventInput = z.output<typeof createEventBody>;
export type UpdateEventInput = z.output<typeof updateEventBody>;

/**
 * The longest delay of the start while entry is open, when participants are already waiting in the room. In
 * milliseconds.
 */
const MAX_DELAY_WHILE_OPEN_MS = millisecondsInDay;

interface EventTimes {
  start_at: Date;
  end_at: Date;
  entry_open_at: Date;
}
type TimesInput = Pick<UpdateEventInput, 'startAt' | 'endAt' | 'entryOpensBeforeMinutes'>;

/** Returns the times of an event after a change. Entry keeps its interval before the start. */
export function timesOf(
  current: EventTimes | null,
  { startAt, endAt, entryOpensBeforeMinutes }: TimesInput,
): EventTimes {
  const start = startAt === undefined ? current?.start_at : new Date(startAt);
  const end = endAt === undefined ? current?.end_at : new Date(endAt);
  if (!start || !end) throw new Error('A new event needs its times');
  const leadMs =
    entryOpensBeforeMinutes === undefined && current
      ? differenceInMilliseconds(current.start_at, current.entry_open_at)
      : (entryOpensBeforeMinutes ?? ENTRY_OPENS_BEFORE_MINUTES) * millisecondsInMinute;
  return { start_at: start, end_at: end, entry_open_at: subMilliseconds(start, leadMs) };
}

/**
 * Throws `invalid` for a start in the past or too far ahead, and for an end that is not after it within twelve hours.
 */
export function requireTimes({ start_at: start, end_at: end }: EventTimes, now: Date): void {
  const minutes = differenceInMilliseconds(end, start) / millisecondsInMinute;
  const fields = {
    ...(start <= now && { startAt: '開始日時は現在より後を指定してください。' }),
    ...(start > addHours(now, MAX_EVENT_DAYS_AHEAD * 24) && {
      startAt: `開始日時は${MAX_EVENT_DAYS_AHEAD}日以内で指定してください。`,
    }),
    ...(minutes <= 0 && { endAt: '終了は開始より後の時刻にしてください。' }),
    ...(minutes > MAX_EVENT_MINUTES && { endAt: `終了は開始から${MAX_EVENT_MINUTES / 60}時間以内にしてください。` }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
}

const timeColumns = ['start_at', 'end_at', 'entry_open_at'] as const;

/**
 * Returns the times that a change moves; nothing when they are unchanged. Throws `conflict` once the event has begun,
 * and once entry is open also for another entry time or a delay of more than a day.
 */
export function movedTimes(current: LockedEvent, input: TimesInput, now: Date): Partial<EventTimes> {
  const times = timesOf(current, input);
  const isOpen = current.state === 'open';
  if (isOpen) {
    if (input.entryOpensBeforeMinutes !== undefined && !isEqual(times.entry_open_at, current.entry_open_at))
      throw new AppError('conflict');
    times.entry_open_at = current.entry_open_at;
  }
  const moved = timeColumns.filter((column) => !isEqual(times[column], current[column]));
  if (moved.length === 0) return {};
  if (!['draft', 'published', 'open'].includes(current.state)) throw new AppError('conflict');
  if (current.state !== 'draft' && current.start_at <= now) throw new AppError('conflict');
  requireTimes(times, now);
  if (isOpen && times.start_at > addMilliseconds(now, MAX_DELAY_WHILE_OPEN_MS)) throw new AppError('conflict');
  return Object.fromEntries(moved.map((column) => [column, times[column]]));
}

const columnNames: Readonly<Partial<Record<keyof EventValues, string>>> = {
  title: '題名',
  subtitle: '副題',
  description: '説明',
  image_url: '表紙',
  category_id: 'カテゴリー',
  speaker_ids: '話す人',
  start_at: '開始',
  end_at: '終了',
  entry_open_at: '入場の開始',
  refund_policy: '返金の規定',
  cancel_policy: 'キャンセルの補足',
  allows_transfers: 'チケットの譲渡',
};

/** Returns what a change writes, in words. */
export const changesInWords = (values: EventValues): string =>
  (Object.keys(columnNames) as (keyof EventValues)[])
    .flatMap((column) => (column in values ? (columnNames[column] ?? []) : []))
    .join('、');

/** Returns the columns of texts and options. Only fields that were sent are written. */
export function contentOf(input: UpdateEventInput): EventValues {
  return {
    ...(input.title !== undefined && { title: input.title }),
    ...(input.subtitle !== undefined && { subtitle: input.subtitle }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.categoryId !== undefined && { category_id: input.categoryId }),
    ...(input.speakerIds !== undefined && { speaker_ids: [...new Set(input.speakerIds)] }),
    ...(input.refundPolicy !== undefined && { refund_policy: input.refundPolicy }),
    ...(input.cancelPolicy !== undefined && { cancel_policy: input.cancelPolicy }),
    ...(input.allowsTransfers !== undefined && { allows_transfers: input.allowsTransfers }),
  };
}

/**
 * Returns by how much a copy of an event is later, in milliseconds: by whole weeks, at least one, until its start is in
 * the future.
 */
export function weeksLater(startAt: Date, now: Date): number {
  const weeks = Math.floor(differenceInMilliseconds(now, startAt) / millisecondsInWeek) + 1;
  return Math.max(1, weeks) * millisecondsInWeek;
}
