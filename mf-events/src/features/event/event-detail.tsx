import { funnelLabel } from '@manabiba/shared/analytics/funnel';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { listCategories } from '@manabiba/shared/data/endpoints';
import { isSignedIn, Phrases, useConfig, useEndpoint, useMe, useNow } from '@manabiba/shared/platform';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Cover } from '@manabiba/shared/ui/cover';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Price } from '@manabiba/shared/ui/price';
import { RichText } from '@manabiba/shared/ui/rich-text';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { useId } from 'react';

import { isEventOver } from '../../core/event-standing';
import { formatMoment } from '../../core/format-moment';
import { isLiveParticipation } from '../../core/participation/participation-status';
import { headlineTicket, isScarce, seatsLeft } from '../../core/tickets';
import { ActionButton } from './action-button';
import { type CallToAction, callToAction } from './call-to-action';
import styles from './event.module.css';
import { EventFacts } from './event-facts';
import { Organizer, Participants, Speakers } from './event-people';
import { EventTerms } from './event-terms';
import { EventTools } from './event-tools';
import { InvitationLink } from './invitation-link';
import { OwnParticipation } from './own-participation';
import { PricePanel } from './price-panel';

/** A sale opens and closes to the second; a panel that is half a minute late is soon enough. */
const CLOCK_MS = 30_000;

interface EventDetailProps {
  event: ClassroomEvent;
  /** What is shown of it is old. */
  onStale: () => void;
}

/** The page of one event, once it is there. */
export function EventDetail({ event, onStale }: EventDetailProps) {
  const me = useMe();
  const now = useNow(CLOCK_MS);
  const isClosed = useConfig().closure.mode === 'readonly';
  const reasonId = useId();
  const action = callToAction(event, me, { now, isClosed, formatMoment });
  const ticket = ('ticket' in action && action.ticket) || headlineTicket(event, funnelLabel(me));
  const isOver = isEventOver(event, now);
  const hasButton = action.kind !== 'closed' && action.kind !== 'mine';
  const mine = isLiveParticipation(event.myParticipation) ? event.myParticipation : null;
  const canRedeem = isSignedIn(me) && !mine && !isOver && !isClosed && me.id !== event.organizer.id;
  const button = (size: 'medium' | 'large') => (
    <ActionButton event={event} action={action} reasonId={reasonId} size={size} onRefused={onStale} />
  );
  return (
    <>
      <PageBody className={styles.cover}>
        <Cover src={event.imageUrl} seed={event.id} shape="banner" />
      </PageBody>
      <PageBody className={styles.layout}>
        <article className={styles.article}>
          <Head event={event} />
          {event.description && (
            <section className={styles.section}>
              <h2>
                <VisuallyHidden>説明</VisuallyHidden>
              </h2>
              <RichText text={event.description} />
            </section>
          )}
          <Speakers speakers={event.speakers} />
          <Participants event={event} />
          <EventTerms event={event} />
        </article>
        <aside className={styles.aside} aria-label="お申し込み">
          <PricePanel
            event={event}
            ticket={ticket}
            now={now}
            action={action}
            reasonId={reasonId}
            button={hasButton && button('large')}
            own={mine && !isOver && <OwnParticipation event={event} participation={mine} onSettled={onStale} />}
            invitation={canRedeem && <InvitationLink event={event} />}
            tools={<EventTools event={event} isOver={isOver} />}
          />
        </aside>
      </PageBody>
      {hasButton && (
        <div className={styles.bar}>
          <BarFacts action={action} ticket={ticket} />
          {button('medium')}
        </div>
      )}
    </>
  );
}

/** Price and what is left, beside the button on a phone; or why the button waits. */
function BarFacts({ action, ticket }: { action: CallToAction; ticket: TicketType | undefined }) {
  return (
    <p className={styles.barPrice}>
      {ticket && <Price amount={ticket.price} />}
      {action.kind === 'waiting' && <span className={styles.barReason}>{action.reason}</span>}
      {action.kind !== 'waiting' && ticket && isScarce(ticket) && (
        <strong className={styles.few}>残り{seatsLeft(ticket)}席</strong>
      )}
    </p>
  );
}

function Head({ event }: { event: ClassroomEvent }) {
  const { data } = useEndpoint(listCategories, {});
  const category = data?.categories.find(({ id }) => id === event.categoryId);
  return (
    <header>
      <p className={styles.badges}>
        {event.state === 'live' && <LivePill />}
        {event.state === 'cancelled' && <Badge tone="live">中止</Badge>}
        {(event.state === 'ended' || event.state === 'archived') && <Badge>終了</Badge>}
        {category && <Badge>{category.name}</Badge>}
      </p>
      <h1 className={styles.title}>
        <Phrases text={event.title} />
      </h1>
      {event.subtitle && <p className={styles.lead}>{event.subtitle}</p>}
      <EventFacts event={event} />
      <Organizer organizer={event.organizer} />
    </header>
  );
}
