import type { Participation } from '@manabiba/shared/contract/tickets';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { useNow } from '@manabiba/shared/platform';

import styles from './tickets.module.css';

const HOUR_MS = 3_600_000;

/** How far a refund has come: cancelled, on its way, back. */
export function RefundTrack({ participation }: { participation: Participation }) {
  const { cancelledAt, cancelReason, paymentMethod } = participation;
  const now = useNow(HOUR_MS);
  return (
    <ol className={styles.track} aria-label="返金の進み具合">
      <li className={styles.done}>
        {cancelReason === 'event_cancelled' ? '中止' : '取り消し'}
        {cancelledAt && <span>{formatShortDate(cancelledAt, now)}</span>}
      </li>
      <li className={styles.current} aria-current="step">
        返金の手続き
      </li>
      <li>
        {paymentMethod === 'card' ? 'カードへの返金' : '返金'}
        {paymentMethod === 'card' && <span>5日から10日後</span>}
      </li>
    </ol>
  );
}
