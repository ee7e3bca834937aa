import type { ReactNode } from 'react';

import { formatCount } from '../format/count';
import { formatYen } from '../format/yen';

import styles from './bill.module.css';

interface BillProps {
  lines: readonly { label: ReactNode; amount: number }[];
  /** 合計, 返金 */
  totalLabel: string;
  total: number;
}

/** A payment or refund, line by line, with the total under a rule. */
export function Bill({ lines, totalLabel, total }: BillProps) {
  return (
    <dl className={styles.bill}>
      {lines.map(({ label, amount }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{formatYen(amount)}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{totalLabel}</dt>
        <dd>
          {formatCount(total)}
          <small>円</small>
        </dd>
      </div>
    </dl>
  );
}
