import type { Participation } from '@manabiba/shared/contract/tickets';
import { Link, paths } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { participationStatus } from '../../../core/participation/participation-status';
import { refundSentence } from '../../../core/participation/refund-sentence';

import styles from '../price-panel.module.css';

/** The refund of the user's former participation, which does not prevent a new one. */
export function OwnRefund({ participation }: { participation: Participation }) {
  const status = participationStatus[participation.state];
  return (
    <div className={styles.own}>
      {status && (
        <p className={styles.ownState}>
          <Badge tone={status.tone}>{status.text}</Badge>
        </p>
      )}
      <p>
        {refundSentence(participation)}{' '}
        <Link className={textLinkClass} to={paths.tickets.href({}, { tab: 'refunded' })}>
          返金の進み具合
        </Link>
      </p>
    </div>
  );
}
