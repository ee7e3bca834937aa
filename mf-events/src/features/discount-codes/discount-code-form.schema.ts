import { newEventCode } from '@manabiba/shared/contract/event-tickets';
import { MAX_DISCOUNT_CODE_USES, MAX_DISCOUNT_PERCENT, MAX_TICKET_PRICE } from '@manabiba/shared/contract/limits';
import { formatCount } from '@manabiba/shared/format/count';
import { parseDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { parseWholeNumber } from '@manabiba/shared/format/number-text';
import * as z from 'zod/mini';

const isWithin = (text: string, max: number) => parseWholeNumber(text) >= 1 && parseWholeNumber(text) <= max;
const optionalTime = (name: string) =>
  z
    .string()
    .check(
      z.refine((text) => text.trim() === '' || parseDateTimeInput(text) !== null, {
        error: `${name}は 2026/11/21 13:45 の形式で入力してください。`,
      }),
    );

/** The form values of a discount code: numbers are strings, and empty times set no limit. */
export const discountCodeFormSchema = z
  .object({
    /** Empty: a code is generated. */
    code: z
      .string()
      .check(
        z.refine((text) => text.trim() === '' || z.safeParse(newEventCode, text).success, {
          error: 'コードは英数字とハイフンの4から40文字で入力してください。',
        }),
      ),
    kind: z.enum(['amount', 'percent']),
    amountOff: z.string(),
    percentOff: z.string(),
    ticketTypeIds: z.array(z.string()).check(z.minLength(1, { error: 'チケットを選択してください。' })),
    maxUses: z
      .string()
      .check(
        z.refine((text) => isWithin(text, MAX_DISCOUNT_CODE_USES), {
          error: `使える回数は1から${formatCount(MAX_DISCOUNT_CODE_USES)}までで入力してください。`,
        }),
      ),
    validFrom: optionalTime('開始'),
    validUntil: optionalTime('期限'),
  })
  .check(
    z.refine(({ kind, amountOff }) => kind !== 'amount' || isWithin(amountOff, MAX_TICKET_PRICE), {
      error: `割引額は1円から${formatCount(MAX_TICKET_PRICE)}円までで入力してください。`,
      path: ['amountOff'],
    }),
    z.refine(({ kind, percentOff }) => kind !== 'percent' || isWithin(percentOff, MAX_DISCOUNT_PERCENT), {
      error: `割引率は1%から${MAX_DISCOUNT_PERCENT}%までで入力してください。`,
      path: ['percentOff'],
    }),
  );
export type DiscountCodeFormValues = z.input<typeof discountCodeFormSchema>;

const timeOf = (text: string) => parseDateTimeInput(text)?.toISOString() ?? null;

/**
 * Converts a valid form to the api request.
 *
 * @param ticketCount how many tickets there are to choose from: all of them means those added later, too.
 */
export function toDiscountCodeInput(values: DiscountCodeFormValues, ticketCount: number) {
  const { code, kind, amountOff, percentOff, ticketTypeIds, maxUses, validFrom, validUntil } = values;
  return {
    ...(code.trim() !== '' && { code: z.parse(newEventCode, code) }),
    ...(kind === 'amount' ? { amountOff: parseWholeNumber(amountOff) } : { percentOff: parseWholeNumber(percentOff) }),
    ticketTypeIds: ticketTypeIds.length === ticketCount ? null : ticketTypeIds,
    maxUses: parseWholeNumber(maxUses),
    validFrom: timeOf(validFrom),
    validUntil: timeOf(validUntil),
  };
}
