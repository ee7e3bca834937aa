import { HOLD_MINUTES, KONBINI_DAYS } from '@manabiba/shared/contract/limits';
import type { PaymentMethod, TicketType } from '@manabiba/shared/contract/tickets';

import { AppError } from '../../platform/app-error';
import { percentOf } from '../../platform/money';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The provider wants a store's deadline at least this far away. */
const KONBINI_MIN_MS = 60 * MINUTE_MS;

/** Until when a seat is kept while it is paid for. A store's deadline never lies beyond the end of the sale. */
export function holdUntilOf(method: PaymentMethod, saleEndAt: Date, now: Date): Date {
  if (method !== 'konbini') return new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS);
  const until = Math.min(now.getTime() + KONBINI_DAYS * DAY_MS, saleEndAt.getTime());
  if (until < now.getTime() + KONBINI_MIN_MS)
    throw new AppError('invalid', {
      fields: { method: '販売の終了が近いため、コンビニではお支払いいただけません。ほかの方法をお選びください。' },
    });
  // The provider counts in seconds.
  return new Date(Math.floor(until / 1000) * 1000);
}

/** What of a price is tax (it is included) and what the platform keeps, in whole yen, rounded down. */
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
