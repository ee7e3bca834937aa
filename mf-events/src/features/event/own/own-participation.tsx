import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { Link, paths } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Check, Ticket } from 'lucide-react';

import { formatMoment } from '../../../core/format-moment';
import { AcceptOffer } from '../../../core/participation/accept-offer';
import { CancelButton } from '../../../core/participation/cancel-button';
import { FullRefundNote } from '../../../core/participation/full-refund-note';
import { hasSeat, participationStatus } from '../../../core/participation/participation-status';
import { PayLink } from '../../../core/participation/pay-link';
import { TimeLeft } from '../../../core/participation/time-left';
import { useRefetchWhenOpen } from '../../../core/participation/use-refetch-when-open';

import styles from '../price-panel.module.css';

interface OwnParticipationProps {
  event: ClassroomEvent;
  participation: Participation;
  /** Called when the displayed event is stale. */
  onSettled: () => void;
}

/** The user's own participation: its status, the next step and a way to cancel it. */
export function OwnParticipation({ event, participation, onSettled }: OwnParticipationProps) {
  const isDue = useRefetchWhenOpen(event, onSettled);
  const status = participationStatus[participation.state];
  const canCancel = !(hasSeat(participation) && event.state === 'live');
  return (
    <div className={styles.own}>
      <p className={styles.ownState}>
        {status && (
          <Badge tone={status.tone}>
            {hasSeat(participation) && <Icon icon={Check} size={16} />}
            <span>{status.text}</span>
          </Badge>
        )}
        {participation.waitlistPosition !== null && <span>{participation.waitlistPosition}番目</span>}
      </p>
      <FullRefundNote participation={participation} />
      <NextStep event={event} participation={participation} isDue={isDue} onSettled={onSettled} />
      <div className={styles.ownTools}>
        <Link className={buttonClass()} to={paths.tickets.href()}>
          <Icon icon={Ticket} />
          チケットを見る
        </Link>
        {canCancel && <CancelButton event={event} participation={participation} onSettled={onSettled} />}
      </div>
    </div>
  );
}

/** The next step for the participation's state. */
function NextStep({ event, participation, isDue, onSettled }: OwnParticipationProps & { isDue: boolean }) {
  const { state, holdExpiresAt } = participation;
  const isFree = event.tickets.find(({ id }) => id === participation.ticketTypeId)?.price === 0;
  switch (state) {
    case 'waitlisted':
      return <p>お席が空くと、登録した順にメールでお伝えします。</p>;
    case 'offered':
      return (
        <>
          {holdExpiresAt && (
            <TimeLeft until={holdExpiresAt} onEnd={onSettled}>
              お席をお取りしています。
            </TimeLeft>
          )}
          {isFree ? (
            <AcceptOffer event={event} participation={participation} onSettled={onSettled} />
          ) : (
            <PayLink event={event} participation={participation} />
          )}
        </>
      );
    case 'held':
    case 'pending_payment':
      return (
        <>
          {holdExpiresAt && (
            <TimeLeft until={holdExpiresAt} onEnd={onSettled}>
              お席を確保しています。
            </TimeLeft>
          )}
          {state === 'pending_payment' && !participation.konbini && <p>お支払いを確認しています。</p>}
          <PayLink event={event} participation={participation} />
        </>
      );
    default:
      return (
        <p>
          お申し込みは完了しています。
          {participation.joinUrl
            ? '入場を開始しました。'
            : isDue
              ? 'まもなく入場できます。'
              : `${formatMoment(event.entryOpenAt)}から、この画面とチケットの画面で入場できます。`}
        </p>
      );
  }
}
