/** Percentages have at most two decimals: 3.6 % are 360 of 10,000. */
const PER_HUNDRED = 100;

/**
 * Returns a percentage of an amount in whole yen, rounded down. `percentOf(1500, 3.6)` is 54. Uses integer arithmetic.
 */
export function percentOf(amount: number, percent: number): number {
  return Math.floor((amount * Math.round(percent * PER_HUNDRED)) / (PER_HUNDRED * PER_HUNDRED));
}
