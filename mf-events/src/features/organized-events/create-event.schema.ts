import { eventTitle } from '@manabiba/shared/contract/event-editing';
import { formatDateTimeInput, parseDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { dateTimeText } from '@manabiba/shared/forms/date-time-text';
import { addDays, addHours, addMinutes, startOfHour } from 'date-fns';
import * as z from 'zod/mini';

/** The fields a draft requires. Everything else is added in the editor. */
export const createEventSchema = z
  .object({
    title: eventTitle,
    categoryId: z.string().check(z.minLength(1, { error: 'カテゴリーを選択してください。' })),
    startAt: dateTimeText('開始日時'),
    endAt: dateTimeText('終了日時'),
  })
  .check(
    z.refine(({ startAt, endAt }) => momentOf(endAt) > momentOf(startAt), {
      error: '終了は開始より後の時刻にしてください。',
      path: ['endAt'],
    }),
  );
export type CreateEventValues = z.input<typeof createEventSchema>;

const momentOf = (text: string) => parseDateTimeInput(text)?.getTime() ?? Number.NaN;

/** An empty form: in two weeks at the same full hour, for 90 minutes. */
export function newEventValues(categoryId: string, now: Date): CreateEventValues {
  const start = startOfHour(addHours(addDays(now, 14), 1));
  return {
    title: '',
    categoryId,
    startAt: formatDateTimeInput(start),
    endAt: formatDateTimeInput(addMinutes(start, 90)),
  };
}

/** Converts a valid form to the api request. */
export const toCreateEventInput = ({ startAt, endAt, ...rest }: CreateEventValues) => ({
  ...rest,
  startAt: new Date(momentOf(startAt)).toISOString(),
  endAt: new Date(momentOf(endAt)).toISOString(),
});
