import { createTicketTypeBody } from '@manabiba/shared/contract/event-tickets';
import { MAX_TICKET_PRICE, MAX_TICKET_QUOTA, MIN_TICKET_PRICE } from '@manabiba/shared/contract/limits';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { formatCount } from '@manabiba/shared/format/count';
import { formatDateTimeInput, parseDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { parseWholeNumber } from '@manabiba/shared/format/number-text';
import { dateTimeText } from '@manabiba/shared/forms/date-time-text';
import { subMinutes } from 'date-fns';
import * as z from 'zod/mini';

import { ticketKindLabel } from '../../../core/tickets';

const kinds = ['general', 'student', 'premium', 'invited'] as const;
const taxRates = ['10', '8', '0'] as const;

/** Tickets for plan members and invited people are always free. */
export const isAlwaysFree = (kind: TicketType['kind']) => kind === 'premium' || kind === 'invited';

const isPrice = (text: string) => {
  const price = parseWholeNumber(text);
  return price === 0 || (price >= MIN_TICKET_PRICE && price <= MAX_TICKET_PRICE);
};
const isQuota = (text: string) => {
  const quota = parseWholeNumber(text);
  return text.trim() === '' || (quota >= 1 && quota <= MAX_TICKET_QUOTA);
};
const timeOf = (text: string) => parseDateTimeInput(text)?.getTime() ?? Number.NaN;

/**
 * The form values of a ticket type: numbers are strings, and an empty quota means no limit.
 *
 * @param eventStart when the event starts: the sale must end by then.
 * @param taken seats that are sold or held.
 */
export function ticketFormSchema({ eventStart, taken }: { eventStart: Date; taken: number }) {
  return z
    .object({
      name: createTicketTypeBody.shape.name,
      kind: z.enum(kinds),
      price: z
        .string()
        .check(
          z.refine(isPrice, {
            error: `価格は0円か、${MIN_TICKET_PRICE}円から${formatCount(MAX_TICKET_PRICE)}円までで入力してください。`,
          }),
        ),
      taxRate: z.enum(taxRates),
      quota: z.string().check(
        z.refine(isQuota, { error: `席は1から${formatCount(MAX_TICKET_QUOTA)}までで入力してください。`, abort: true }),
        z.refine((text) => text.trim() === '' || parseWholeNumber(text) >= taken, {
          error: `すでに${formatCount(taken)}席が申し込まれています。`,
        }),
      ),
      saleStartAt: dateTimeText('販売の開始'),
      saleEndAt: dateTimeText('販売の終了'),
    })
    .check(
      z.refine(({ saleStartAt, saleEndAt }) => timeOf(saleEndAt) > timeOf(saleStartAt), {
        error: '販売の終了は開始より後の時刻にしてください。',
        path: ['saleEndAt'],
      }),
      z.refine(({ saleEndAt }) => timeOf(saleEndAt) <= eventStart.getTime(), {
        error: 'イベントの開始より前の時刻にしてください。',
        path: ['saleEndAt'],
      }),
    );
}
export type TicketFormValues = z.input<ReturnType<typeof ticketFormSchema>>;

/** An empty form: on sale from now until half an hour before the event. */
export function newTicketValues(eventStart: Date, now: Date): TicketFormValues {
  const end = subMinutes(eventStart, 30);
  return {
    name: ticketKindLabel.general,
    kind: 'general',
    price: '',
    taxRate: '10',
    quota: '',
    saleStartAt: formatDateTimeInput(now),
    saleEndAt: formatDateTimeInput(end > now ? end : eventStart),
  };
}

/** Converts a ticket type to form values. */
export const ticketValues = ({ name, kind, price, taxRate, quota, saleStartAt, saleEndAt }: TicketType) => ({
  name,
  kind,
  price: String(price),
  taxRate: String(taxRate) as TicketFormValues['taxRate'],
  quota: quota === null ? '' : String(quota),
  saleStartAt: formatDateTimeInput(new Date(saleStartAt)),
  saleEndAt: formatDateTimeInput(new Date(saleEndAt)),
});

/** Converts a valid form to the api request. */
export const toTicketInput = ({ name, kind, price, taxRate, quota, saleStartAt, saleEndAt }: TicketFormValues) => ({
  name,
  kind,
  price: isAlwaysFree(kind) ? 0 : parseWholeNumber(price),
  taxRate: Number(taxRate) as TicketType['taxRate'],
  quota: quota.trim() === '' ? null : parseWholeNumber(quota),
  saleStartAt: new Date(timeOf(saleStartAt)).toISOString(),
  saleEndAt: new Date(timeOf(saleEndAt)).toISOString(),
});

/** Returns only the changed fields: form times have minute precision, api times have milliseconds. */
export function toTicketChanges(values: TicketFormValues, ticket: TicketType) {
  const before = ticketValues(ticket);
  const changed = Object.entries(toTicketInput(values)).filter(
    ([name]) => values[name as keyof TicketFormValues] !== before[name as keyof TicketFormValues],
  );
  return Object.fromEntries(changed) as Partial<ReturnType<typeof toTicketInput>>;
}

/** Validates the sale period of a draft's ticket the way the api's checklist does. */
export function saleProblem({ saleStartAt, saleEndAt }: TicketType, startAt: string, now: Date): string | null {
  const end = Date.parse(saleEndAt);
  if (end > Date.parse(startAt)) return 'イベントの開始より前の時刻にしてください。';
  if (end <= now.getTime()) return '販売の終了が過ぎています。';
  return Date.parse(saleStartAt) >= end ? '販売の終了は開始より後の時刻にしてください。' : null;
}
