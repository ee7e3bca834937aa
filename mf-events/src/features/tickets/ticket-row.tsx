import { calendarParts } from '@manabiba/shared/format/date-time';
import { formatPrice, formatYen } from '@manabiba/shared/format/yen';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Meta } from '@manabiba/shared/ui/card';

import { AcceptOffer } from '../../core/participation/accept-offer';
import { CancelButton } from '../../core/participation/cancel-button';
import { FullRefundNote } from '../../core/participation/full-refund-note';
import { hasSeat, isLiveParticipation } from '../../core/participation/participation-status';
import { PayLink } from '../../core/participation/pay-link';
import { refundSentence } from '../../core/participation/refund-sentence';
import { TimeLeft } from '../../core/participation/time-left';
import { CompanionsButton, GiveButton } from './give-button';
import { JoinButton } from './join-button';
import { RefundTrack } from './refund-track';
import { amountOf, badgeOf, isGivable, noteOf, type OwnEvent } from './ticket-facts';
import { TicketLinks } from './ticket-links';

import styles from './tickets.module.css';

const loadKonbini = () => import('./konbini').then(({ Konbini }) => Konbini);

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;
const pad = (value: number) => String(value).padStart(2, '0');

interface TicketRowProps {
  event: OwnEvent;
  /** Called when the displayed event is stale. */
  onSettled: () => void;
}

/** One ticket: date, event, status and actions. */
export function TicketRow({ event, onSettled }: TicketRowProps) {
  const { tone, text } = badgeOf(event);
  const { month, day, weekday, hour, minute } = calendarParts(event.startAt);
  const { state, isGiven } = event.myParticipation;
  const isOff = !isLiveParticipation(event.myParticipation);
  const price = isGiven
    ? '譲り受けたチケット'
    : state === 'refunded'
      ? `${formatYen(amountOf(event))}を返金しました`
      : formatPrice(amountOf(event));
  return (
    <li className={styles.ticket}>
      <time className={styles.date} dateTime={event.startAt}>
        <b>
          {month}月{day}日
        </b>
        <span>
          ({weekdays[weekday]}) {hour}:{pad(minute)}
        </span>
      </time>
      <div>
        <p className={styles.state}>
          <Badge tone={tone}>{text}</Badge>
          <span>{noteOf(event)}</span>
        </p>
        <h3 className={isOff ? `${styles.title} ${styles.off}` : styles.title}>
          <Link to={paths.event.href({ id: event.id })}>
            <Phrases text={`${event.title} ${event.subtitle}`} />
          </Link>
        </h3>
        <Meta>
          <span>{event.organizer.orgName}</span>
          <span>{price}</span>
        </Meta>
        <More event={event} onSettled={onSettled} />
      </div>
      <Actions event={event} onSettled={onSettled} />
    </li>
  );
}

/** Additional information about the ticket, such as a deadline. */
function More({ event, onSettled }: TicketRowProps) {
  const { myParticipation: mine } = event;
  const { state, holdExpiresAt, konbini } = mine;
  switch (state) {
    case 'pending_payment':
      if (konbini) return <LazyPart load={loadKonbini} props={{ details: konbini }} />;
      return <p className={styles.note}>お支払いを確認しています。</p>;
    case 'held':
    case 'offered':
      return holdExpiresAt && mine.route !== 'archive' ? (
        <div className={styles.block}>
          <TimeLeft until={holdExpiresAt} onEnd={onSettled}>
            {state === 'held' ? 'お席を確保しています。' : 'お席をお取りしています。'}
          </TimeLeft>
        </div>
      ) : null;
    case 'waitlisted':
      return (
        <p className={styles.note}>
          お席が空くと、メールでお伝えします。{amountOf(event) > 0 && <span>お支払いはそのあとです。</span>}
        </p>
      );
    case 'refund_pending':
      return mine.isGiven ? (
        <p className={styles.note}>{refundSentence(mine)}</p>
      ) : (
        <RefundTrack participation={mine} />
      );
    case 'refunded':
    case 'cancelled':
      return <TicketLinks event={event} isAhead={false} />;
    default:
      return hasSeat(mine) ? (
        <>
          {mine.fullRefund && (
            <div className={styles.block}>
              <FullRefundNote participation={mine} />
            </div>
          )}
          <TicketLinks event={event} isAhead={event.state !== 'ended' && event.state !== 'archived'} />
        </>
      ) : null;
  }
}

function Actions({ event, onSettled }: TicketRowProps) {
  const { myParticipation: mine, state } = event;
  if (mine.route === 'archive') return <ArchiveActions event={event} onSettled={onSettled} />;
  const isOver = state === 'ended' || state === 'archived' || state === 'cancelled';
  if (isOver || !isLiveParticipation(mine)) return <div className={styles.actions} />;
  const canCancel = !(hasSeat(mine) && state === 'live');
  return (
    <div className={styles.actions}>
      {hasSeat(mine) && <JoinButton event={event} onDue={onSettled} />}
      {mine.state === 'offered' &&
        (amountOf(event) === 0 ? (
          <AcceptOffer event={event} participation={mine} onSettled={onSettled} />
        ) : (
          <PayLink event={event} participation={mine} />
        ))}
      {(mine.state === 'held' || mine.state === 'pending_payment') && <PayLink event={event} participation={mine} />}
      {hasSeat(mine) && <CompanionsButton event={event} />}
      {isGivable(event) && <GiveButton event={event} />}
      {canCancel && <CancelButton event={event} participation={mine} onSettled={onSettled} isNamed />}
    </div>
  );
}

/** What is done with a ticket for an archive: watch it, pay for it, cancel it. Empty once it has ended. */
function ArchiveActions({ event, onSettled }: TicketRowProps) {
  const { archiveId, myParticipation: mine } = event;
  if (!isLiveParticipation(mine)) return <div className={styles.actions} />;
  return (
    <div className={styles.actions}>
      {!hasSeat(mine) && <PayLink event={event} participation={mine} />}
      {hasSeat(mine) && archiveId !== null && (
        <Link className={buttonClass({ variant: 'primary', isBlock: true })} to={paths.archive.href({ id: archiveId })}>
          視聴する
        </Link>
      )}
      <CancelButton event={event} participation={mine} onSettled={onSettled} isNamed />
    </div>
  );
}
