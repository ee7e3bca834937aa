import { HOLD_MINUTES, KONBINI_DAYS } from '@manabiba/shared/contract/limits';
import type { PaymentMethod, TicketType } from '@manabiba/shared/contract/tickets';
import { addHours, addMilliseconds, addMinutes, min, startOfSecond } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';

import { AppError } from '../../platform/app-error';
import { percentOf } from '../../platform/money';

/** Shortest konbini deadline that the provider accepts. */
const KONBINI_MIN_MS = millisecondsInHour;

/** Returns when the hold of a seat expires for which the provider knows no payment yet. */
export const holdUntilOf = (now: Date): Date => addMinutes(now, HOLD_MINUTES);

/** Returns until when a payment can be made. A konbini deadline never exceeds the end of the sale. */
export function payUntilOf(method: PaymentMethod, saleEndAt: Date, now: Date): Date {
  if (method !== 'konbini') return holdUntilOf(now);
  const until = min([addHours(now, KONBINI_DAYS * 24), saleEndAt]);
  if (until < addMilliseconds(now, KONBINI_MIN_MS))
    throw new AppError('invalid', {
      fields: { method: '販売の終了が近いため、コンビニではお支払いいただけません。ほかの方法をお選びください。' },
    });
  // The provider uses whole seconds.
  return startOfSecond(until);
}

/** Splits a price into its included tax and the platform fee, in whole yen, rounded down. */
export function splitPrice(
  amount: number,
  taxRate: TicketType['taxRate'],
  feePercent: number,
): { amount: number; tax_rate: TicketType['taxRate']; tax: number; fee: number } {
  return {
    amount,
    tax_rate: taxRate,
    tax: Math.floor((amount * taxRate) / (100 + taxRate)),
    fee: percentOf(amount, feePercent),
  };
}
