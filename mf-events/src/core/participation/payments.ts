/** What is said wherever a ticket would have to be paid for. */
export const NO_PAYMENTS = 'イベントへのお申し込みは、まだこのページからはできません。';
