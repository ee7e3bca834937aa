import { MIN_TICKET_PRICE } from './limits';

/** Returns what one ticket costs less, in yen, when it is bought together with others of its series. */
export const seriesDiscountOf = (price: number, percent: number): number =>
  Math.max(0, Math.min(Math.floor((price * percent) / 100), price - MIN_TICKET_PRICE));

/** Returns what tickets of a series cost together, in yen: before the discount, the discount, and what is left. */
export function seriesBillOf(tickets: readonly { price: number }[], percent: number) {
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const price = sumOf(tickets.map((ticket) => ticket.price));
  const discount = sumOf(tickets.map((ticket) => seriesDiscountOf(ticket.price, percent)));
  return { price, discount, total: price - discount };
}
