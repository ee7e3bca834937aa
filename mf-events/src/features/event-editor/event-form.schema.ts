import {
  eventCancelPolicy,
  eventDescription,
  eventTitle,
  type OrganizedEventDetail,
} from '@manabiba/shared/contract/event-editing';
import { MAX_EVENT_SPEAKERS, MAX_EVENT_TITLE_LENGTH } from '@manabiba/shared/contract/limits';
import { line } from '@manabiba/shared/contract/primitives';
import type { User } from '@manabiba/shared/contract/users';
import { formatDateTimeInput, parseDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { dateTimeText } from '@manabiba/shared/forms/date-time-text';
import { differenceInMinutes } from 'date-fns';
import * as z from 'zod/mini';

const refundPolicies = ['until_24_hours', 'until_7_days', 'none'] as const;

/** The form values of an event. A published event keeps its description. */
export function eventFormSchema({ isPublished }: { isPublished: boolean }) {
  return z
    .object({
      title: eventTitle,
      subtitle: line({ max: MAX_EVENT_TITLE_LENGTH }),
      categoryId: z.string().check(z.minLength(1, { error: 'カテゴリーを選択してください。' })),
      description: isPublished
        ? eventDescription.check(z.minLength(1, { error: '説明を入力してください。' }))
        : eventDescription,
      speakers: z
        .array(z.custom<User>())
        .check(z.maxLength(MAX_EVENT_SPEAKERS, { error: `話す人は${MAX_EVENT_SPEAKERS}人まで選べます。` })),
      startAt: dateTimeText('開始日時'),
      endAt: dateTimeText('終了日時'),
      /** In minutes. */
      entryOpensBefore: z.string(),
      refundPolicy: z.enum(refundPolicies),
      cancelPolicy: eventCancelPolicy,
      allowsTransfers: z.boolean(),
    })
    .check(
      z.refine(({ startAt, endAt }) => timeOf(endAt) > timeOf(startAt), {
        error: '終了は開始より後の時刻にしてください。',
        path: ['endAt'],
      }),
    );
}

export type EventFormValues = z.input<ReturnType<typeof eventFormSchema>>;

const timeOf = (typed: string) => parseDateTimeInput(typed)?.getTime() ?? Number.NaN;

/** Converts an event to form values. */
export function eventValues(event: OrganizedEventDetail): EventFormValues {
  const { title, subtitle, categoryId, description, speakers, startAt, endAt, entryOpenAt } = event;
  const { refundPolicy, cancelPolicy, allowsTransfers } = event;
  return {
    title,
    subtitle,
    categoryId,
    description,
    speakers,
    startAt: formatDateTimeInput(new Date(startAt)),
    endAt: formatDateTimeInput(new Date(endAt)),
    entryOpensBefore: String(differenceInMinutes(startAt, entryOpenAt, { roundingMethod: 'round' })),
    refundPolicy,
    cancelPolicy,
    allowsTransfers,
  };
}

export type EventField = keyof EventFormValues;

/** The field labels used in conflict messages. */
export const fieldNames: Record<EventField, string> = {
  title: '題名',
  subtitle: '副題',
  categoryId: 'カテゴリー',
  description: '説明',
  speakers: '話す人',
  startAt: '開始',
  endAt: '終了',
  entryOpensBefore: '入場の開始',
  refundPolicy: '取り消しの決まり',
  cancelPolicy: '補足',
  allowsTransfers: 'チケットの譲渡',
};

const asText = (value: EventFormValues[EventField]) =>
  typeof value === 'object' ? value.map(({ id }) => id).join() : String(value);

/** Returns the fields in which two form states differ. */
export const differentFields = (a: EventFormValues, b: EventFormValues): EventField[] =>
  (Object.keys(fieldNames) as EventField[]).filter((name) => asText(a[name]) !== asText(b[name]));

/** Converts these fields of a valid form to the api request. */
export function toEventChanges(values: EventFormValues, fields: readonly EventField[]) {
  const { startAt, endAt, entryOpensBefore, speakers } = values;
  const all = {
    ...values,
    speakers: undefined,
    entryOpensBefore: undefined,
    startAt: new Date(timeOf(startAt)).toISOString(),
    endAt: new Date(timeOf(endAt)).toISOString(),
  };
  return {
    ...Object.fromEntries(fields.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))),
    ...(fields.includes('speakers') && { speakerIds: speakers.map(({ id }) => id) }),
    ...(fields.includes('entryOpensBefore') && { entryOpensBeforeMinutes: Number(entryOpensBefore) }),
  };
}
