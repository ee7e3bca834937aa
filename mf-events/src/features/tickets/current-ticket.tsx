import { daysBetween, formatMonthDay, formatTime } from '@manabiba/shared/format/date-time';
import { formatLength } from '@manabiba/shared/format/duration';
import { formatPrice } from '@manabiba/shared/format/yen';
import { Link, paths, Phrases, useServerNow } from '@manabiba/shared/platform';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { Panel } from '@manabiba/shared/ui/panel';
import { millisecondsInSecond } from 'date-fns/constants';

import { CancelButton } from '../../core/participation/cancel-button';
import { FullRefundNote } from '../../core/participation/full-refund-note';
import { CompanionsButton, GiveButton } from './give-button';
import { JoinButton } from './join-button';
import { amountOf, isGivable, noteOf, type OwnEvent } from './ticket-facts';
import { TicketLinks } from './ticket-links';

import styles from './tickets.module.css';

interface CurrentTicketProps {
  event: OwnEvent;
  /** Called when the displayed event is stale. */
  onDue: () => void;
}

/** The ticket whose entry is open or about to open, with a countdown and the entry link. */
export function CurrentTicket({ event, onDue }: CurrentTicketProps) {
  const now = useServerNow(millisecondsInSecond);
  const { joinUrl } = event.myParticipation;
  const target = joinUrl ? event.startAt : event.entryOpenAt;
  const leftMs = Date.parse(target) - now.getTime();
  const day = formatMonthDay(event.startAt);
  const pill = event.state === 'live' ? <LivePill /> : joinUrl ? <Badge tone="ok">入場できます</Badge> : undefined;
  return (
    <Panel className={styles.now}>
      <Cover src={event.imageUrl} seed={event.id} topLeft={pill} />
      <div className={styles.currentBody}>
        <p className={styles.currentTime}>
          {daysBetween(now, event.startAt) === 0 ? `今日 ${day}` : day}{' '}
          <span>
            {formatTime(event.startAt)}から{formatTime(event.endAt)}
          </span>
        </p>
        <h2 className={styles.currentTitle}>
          <Link to={paths.event.href({ id: event.id })}>
            <Phrases text={`${event.title} ${event.subtitle}`} />
          </Link>
        </h2>
        <Meta>
          <span>{event.organizer.orgName}</span>
          <span>{noteOf(event)}</span>
          <span>{event.myParticipation.isGiven ? '譲り受けたチケット' : formatPrice(amountOf(event))}</span>
        </Meta>
        <FullRefundNote participation={event.myParticipation} />
        <TicketLinks event={event} />
      </div>
      <div className={styles.go}>
        {leftMs > 0 && (
          <p className={styles.left}>
            <span>{joinUrl ? '開始まで' : '入場開始まで'}</span>
            <strong role="timer">{formatLength(leftMs / millisecondsInSecond)}</strong>
          </p>
        )}
        <JoinButton event={event} onDue={onDue} isPrimary />
        <CompanionsButton event={event} />
        {isGivable(event) && <GiveButton event={event} />}
        {event.myParticipation.fullRefund && (
          <CancelButton event={event} participation={event.myParticipation} onSettled={onDue} isNamed />
        )}
      </div>
    </Panel>
  );
}
