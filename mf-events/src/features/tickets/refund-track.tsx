import type { Participation } from '@manabiba/shared/contract/tickets';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { useNow } from '@manabiba/shared/platform';
import { StepTrack, type TrackStep } from '@manabiba/shared/ui/step-track';
import { millisecondsInHour } from 'date-fns/constants';

import styles from './tickets.module.css';

/** The progress of a refund: cancelled, in progress, refunded. */
export function RefundTrack({ participation }: { participation: Participation }) {
  const { cancelledAt, cancelReason, paymentMethod } = participation;
  const now = useNow(millisecondsInHour);
  const steps: TrackStep[] = [
    {
      name: cancelReason === 'event_cancelled' ? '中止' : '取り消し',
      detail: cancelledAt === null ? undefined : formatShortDate(cancelledAt, now),
      state: 'done',
    },
    { name: '返金の手続き', state: 'current' },
    paymentMethod === 'card'
      ? { name: 'カードへの返金', detail: '5日から10日後', state: 'ahead' }
      : { name: '返金', state: 'ahead' },
  ];
  return (
    <div className={styles.refund}>
      <StepTrack label="返金の進み具合" steps={steps} />
    </div>
  );
}
