import { MIN_TICKET_PRICE } from './limits';

/** Returns what one ticket costs less, in yen, when it is bought together with others of its series. */
export const seriesDiscountOf = (price: number, percent: number): number =>
  Math.max(0, Math.min(Math.floor((price * percent) / 100), price - MIN_TICKET_PRICE));
