import type { SeriesDate, SeriesDetail, SeriesTicket } from '@manabiba/shared/contract/series';

/** A date of a series that is an event with a ticket to pay for. */
export type PaidDate = SeriesDate & { ticket: SeriesTicket };

const isPaid = (date: SeriesDate): date is PaidDate => date.ticket !== null;

export const paidDates = ({ dates }: SeriesDetail): PaidDate[] => dates.filter(isPaid);

export const isOnSale = ({ ticket }: PaidDate) => ticket.state === 'on_sale';

/** 第2回 惑星の動き. A cancelled date has no number. */
export const dateText = ({ number, classroom }: SeriesDate) =>
  [number !== null && `第${number}回`, classroom.name].filter(Boolean).join(' ');
