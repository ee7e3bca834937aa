import { formatCount } from './count';

/** Formats whole yen as 1,500円. Zero is 0円: an amount, not a price. */
export function formatYen(amount: number): string {
  return `${formatCount(amount)}円`;
}

/** Formats a price on its own: 1,500円(税込) or 無料. */
export function formatPrice(amount: number): string {
  return amount === 0 ? '無料' : `${formatYen(amount)}(税込)`;
}
