import type { Cancellation } from '@manabiba/shared/contract/participations';
import { Bill } from '@manabiba/shared/ui/bill';

import { formatMoment } from '../format-moment';

import styles from './cancel-dialog.module.css';

interface CancellationNoteProps extends Cancellation {
  /** What else a cancellation leads to. */
  what: string;
}

/** What cancelling costs and leads to: the amount that was paid, and how much of it is refunded. */
export function CancellationNote({ paid, refund, fullRefundUntil, what }: CancellationNoteProps) {
  return (
    <>
      {paid > 0 && <Bill lines={[{ label: 'お支払いになった金額', amount: paid }]} totalLabel="返金" total={refund} />}
      <p className={styles.note}>
        {paid > 0 && refund > 0 && fullRefundUntil && (
          <span>{`${formatMoment(fullRefundUntil)}までは全額を返金いたします。`}</span>
        )}
        {paid > 0 && refund === 0 && <span>返金の期限を過ぎているため、返金はありません。</span>}
        <span>{what}</span>
      </p>
    </>
  );
}
