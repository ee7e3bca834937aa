import { formatYen } from '../format/yen';

import styles from './price.module.css';

/** A price: 1,500円 (税込), or 無料. */
export function Price({ amount, isTaxShown = true }: { amount: number; isTaxShown?: boolean }) {
  return (
    <span className={styles.price}>
      {amount === 0 ? '無料' : formatYen(amount)}
      {amount !== 0 && isTaxShown && <small> (税込)</small>}
    </span>
  );
}
