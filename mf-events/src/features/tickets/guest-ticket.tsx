import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { getGuestTicket } from '@manabiba/shared/contract/guest-tickets';
import { formatMonthDay, formatTime } from '@manabiba/shared/format/date-time';
import { formatPrice } from '@manabiba/shared/format/yen';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { isSignedIn, Link, paths, Phrases, useMe, useSearchParams } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { Panel } from '@manabiba/shared/ui/panel';

import { FullRefundNote } from '../../core/participation/full-refund-note';
import { hasSeat, isLiveParticipation } from '../../core/participation/participation-status';
import { GuestClaim } from './guest-claim';
import { GuestEntrance } from './guest-entrance';
import { GuestOutcome } from './guest-outcome';
import { GuestRetry } from './guest-retry';
import { amountOf, badgeOf, noteOf } from './ticket-facts';
import { TicketLinks } from './ticket-links';

import styles from './tickets.module.css';

const loadKonbini = () => import('./konbini').then(({ Konbini }) => Konbini);
const loadReceipt = () => import('./guest-receipt').then(({ GuestReceipt }) => GuestReceipt);
const loadCancel = () => import('./guest-cancel').then(({ GuestCancel }) => GuestCancel);

interface GuestTicketProps {
  token: string;
  ticket: EndpointOutput<typeof getGuestTicket>;
  /** Called when the displayed event is stale. */
  onChanged: () => void;
}

/** A guest's ticket: its status, the entrance of its event, and how to move it to an account. */
export function GuestTicket({ token, ticket, onChanged }: GuestTicketProps) {
  const { event: found, participation, email, receipt, cancellation } = ticket;
  const isPerson = isSignedIn(useMe());
  const event = { ...found, myParticipation: participation };
  const { tone, text } = badgeOf(event);
  const isLive = isLiveParticipation(participation);
  // Bought by somebody else, who alone knows the price and cancels it.
  const companionName = participation.companionName ?? null;
  // Without a result in the URL, the payment of a held seat may be about to arrive.
  const hasFailed = useSearchParams()[0].get('redirect_status') === 'failed' && participation.state === 'held';
  const isOver = event.state === 'ended' || event.state === 'archived' || event.state === 'cancelled';
  const isAdmitted = hasSeat(participation) && !isOver;
  return (
    <Panel className={styles.guest}>
      <div className={styles.guestCover}>
        <Cover src={event.imageUrl} seed={event.id} />
      </div>
      <p className={styles.state}>
        <Badge tone={tone}>{text}</Badge>
        <span>{noteOf(event)}</span>
      </p>
      <h2 className={styles.currentTitle}>
        <Link to={paths.event.href({ id: event.id })}>
          <Phrases text={`${event.title} ${event.subtitle}`} />
        </Link>
      </h2>
      <p>
        {formatMonthDay(event.startAt)} {formatTime(event.startAt)}から{formatTime(event.endAt)}
      </p>
      <Meta>
        <span>{event.organizer.orgName}</span>
        {companionName === null ? (
          <>
            <span>{formatPrice(amountOf(event))}</span>
            <span>{email}</span>
          </>
        ) : (
          <span>{companionName}さんのお席</span>
        )}
      </Meta>
      {participation.konbini && participation.state === 'pending_payment' && (
        <LazyPart load={loadKonbini} props={{ details: participation.konbini }} />
      )}
      <GuestOutcome event={event} />
      <FullRefundNote participation={participation} />
      {isAdmitted && !isPerson && <GuestEntrance token={token} event={event} onDue={onChanged} />}
      {isAdmitted && <TicketLinks event={event} />}
      {receipt && <LazyPart load={loadReceipt} props={{ token, number: receipt.number, onIssued: onChanged }} />}
      {hasFailed && <GuestRetry token={token} event={event} participation={participation} onChanged={onChanged} />}
      {isLive && event.state !== 'cancelled' && !hasFailed && <GuestClaim token={token} event={event} email={email} />}
      {isLive && !isOver && event.state !== 'live' && companionName === null && (
        <LazyPart load={loadCancel} props={{ token, cancellation, onChanged }} />
      )}
    </Panel>
  );
}
