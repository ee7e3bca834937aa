import { MAX_DISCOUNT_CODE_USES, MAX_DISCOUNT_PERCENT, MAX_TICKET_PRICE } from '@manabiba/shared/contract/limits';
import { formatCount } from '@manabiba/shared/format/count';
import { parseWholeNumber } from '@manabiba/shared/format/number-text';
import * as z from 'zod/mini';

import {
  chosenCode,
  isWithin,
  optionalTime,
  toChosenCode,
  toOptionalTime,
  usesUpTo,
} from '../../core/organizing/code-form.schema';

/** The form values of a discount code: numbers are strings, and empty times set no limit. */
export const discountCodeFormSchema = z
  .object({
    code: chosenCode,
    kind: z.enum(['amount', 'percent']),
    amountOff: z.string(),
    percentOff: z.string(),
    ticketTypeIds: z.array(z.string()).check(z.minLength(1, { error: 'チケットを選択してください。' })),
    maxUses: usesUpTo(MAX_DISCOUNT_CODE_USES),
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

/**
 * Converts a valid form to the api request.
 *
 * @param ticketCount how many tickets there are to choose from: all of them means those added later, too.
 */
export function toDiscountCodeInput(values: DiscountCodeFormValues, ticketCount: number) {
  const { code, kind, amountOff, percentOff, ticketTypeIds, maxUses, validFrom, validUntil } = values;
  return {
    ...toChosenCode(code),
    ...(kind === 'amount' ? { amountOff: parseWholeNumber(amountOff) } : { percentOff: parseWholeNumber(percentOff) }),
    ticketTypeIds: ticketTypeIds.length === ticketCount ? null : ticketTypeIds,
    maxUses: parseWholeNumber(maxUses),
    validFrom: toOptionalTime(validFrom),
    validUntil: toOptionalTime(validUntil),
  };
}
