import { HOLD_MINUTES, KONBINI_DAYS } from '@manabiba/shared/contract/limits';
import type { PaymentMethod, TicketType } from '@manabiba/shared/contract/tickets';

import { AppError } from '../../platform/app-error';
import { percentOf } from '../../platform/money';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Shortest konbini deadline that the provider accepts. */
const KONBINI_MIN_MS = 60 * MINUTE_MS;

/** Returns when the hold of a seat expires for which the provider knows no payment yet. */
export const holdUntilOf = (now: Date): Date => new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS);

/** Returns until when a payment can be made. A konbini deadline never exceeds the end of the sale. */
export function payUntilOf(method: PaymentMethod, saleEndAt: Date, now: Date): Date {
  if (method !== 'konbini') return holdUntilOf(now);
  const until = Math.min(now.getTime() + KONBINI_DAYS * DAY_MS, saleEndAt.getTime());
  if (until < now.getTime() + KONBINI_MIN_MS)
    throw new AppError('invalid', {
      fields: { method: '販売の終了が近いため、コンビニではお支払いいただけません。ほかの方法をお選びください。' },
    });
  // The provider uses whole seconds.
  return new Date(Math.floor(until / 1000) * 1000);
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
