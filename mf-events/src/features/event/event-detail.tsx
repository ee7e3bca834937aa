import { funnelLabel } from '@manabiba/shared/analytics/funnel';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { AnyTicket, Participation } from '@manabiba/shared/contract/tickets';
import type { Me } from '@manabiba/shared/contract/users';
import { listCategories } from '@manabiba/shared/data/endpoints';
import { seriesText } from '@manabiba/shared/format/series-text';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import {
  isSignedIn,
  Link,
  paths,
  Phrases,
  Slot,
  useConfig,
  useEndpoint,
  useMe,
  useSearchParams,
  useServerNow,
} from '@manabiba/shared/platform';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Cover } from '@manabiba/shared/ui/cover';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Price } from '@manabiba/shared/ui/price';
import { RichText } from '@manabiba/shared/ui/rich-text';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Play } from 'lucide-react';
import { useId } from 'react';

import { soldArchiveTicket } from '../../core/archive-ticket';
import { isEventOver } from '../../core/event-standing';
import { formatMoment } from '../../core/format-moment';
import { hasSeat, isLiveParticipation } from '../../core/participation/participation-status';
import { headlineTicket, isScarce, seatsLeft, ticketSale } from '../../core/tickets';
import { ActionButton } from './action-button';
import { OpenApplication, useApplication } from './application';
import { type CallToAction, callToAction, previewOf } from './call-to-action';
import { EventFacts } from './event-facts';
import { Organizer, Participants, Speakers } from './event-people';
import { EventTerms } from './event-terms';
import { EventTools } from './event-tools';
import { InvitationLink } from './invitation-link';
import { PreviewNote } from './organizer/preview-note';
import { GuestLink, PlanLink } from './other-ways';
import { PricePanel } from './price-panel';
import { listedTickets, planIncludesSeat } from './ways-in';

import styles from './event.module.css';

/** Sales open and close to the second, but refreshing the panel every half minute is enough. */
const CLOCK_MS = 30_000;

/** For users with a participation. */
const loadOwnParticipation = () => import('./own/own-participation').then(({ OwnParticipation }) => OwnParticipation);
/** For users with a seat. */
const loadMessages = () => import('./own/event-messages').then(({ EventMessages }) => EventMessages);
/** For the organizer only. */
const loadOrganizerTools = () => import('./organizer/organizer-tools').then(({ OrganizerTools }) => OrganizerTools);

interface EventDetailProps {
  event: ClassroomEvent;
  /** Called when the displayed event is stale. */
  onStale: () => void;
}

/** The detail page of a loaded event. */
export function EventDetail({ event, onStale }: EventDetailProps) {
  const me = useMe();
  const now = useServerNow(CLOCK_MS);
  const isClosed = useConfig().closure.mode === 'readonly';
  const reasonId = useId();
  const application = useApplication();
  const isOwn = isSignedIn(me) && me.id === event.organizer.id;
  const isPreview = useSearchParams()[0].has('preview') && isOwn;
  const given = { now, isClosed, formatMoment };
  const action = isPreview ? previewOf(event, me, given) : callToAction(event, me, given);
  const ticket = shownTicket(event, me, action);
  const isOver = isEventOver(event, now);
  const hasButton = !['closed', 'mine', 'organize'].includes(action.kind);
  const mine = isLiveParticipation(event.myParticipation) ? event.myParticipation : null;
  const isNewcomer = !mine && !isOver && !isClosed && !isOwn;
  const button = (size: 'medium' | 'large') => (
    <ActionButton event={event} action={action} reasonId={reasonId} size={size} application={application} />
  );
  return (
    <>
      {isPreview && <PreviewNote eventId={event.id} />}
      <PageBody className={styles.cover}>
        <Cover src={event.imageUrl} seed={event.id} shape="banner" />
      </PageBody>
      <PageBody className={styles.layout}>
        <Article event={event} isOwn={isOwn} />
        <aside className={styles.aside} aria-label="お申し込み">
          <PricePanel
            event={event}
            ticket={ticket}
            now={now}
            action={action}
            reasonId={reasonId}
            button={hasButton && button('large')}
            own={
              action.kind === 'organize' ? (
                <LazyPart load={loadOrganizerTools} props={{ event, now }} />
              ) : (
                mine && !isOver && <OwnPart event={event} participation={mine} onSettled={onStale} />
              )
            }
            others={listedTickets(event, me)}
            otherWays={isNewcomer && <OtherWays event={event} action={action} now={now} />}
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
      <OpenApplication application={application} event={event} action={action} onRefused={onStale} />
    </>
  );
}

/** The other ways to a seat, besides the one action. */
function OtherWays({ event, action, now }: { event: ClassroomEvent; action: CallToAction; now: Date }) {
  const me = useMe();
  if (isSignedIn(me))
    return (
      <>
        {(action.kind === 'buy' || action.kind === 'wait') && planIncludesSeat(event, me, now) && <PlanLink />}
        <InvitationLink event={event} />
      </>
    );
  const ticket = headlineTicket(event, 'CreateAccount');
  if (action.kind !== 'signUp' || ticket?.kind !== 'general' || ticket.price === 0) return null;
  return ticketSale(ticket, now) === 'open' && <GuestLink event={event} ticket={ticket} />;
}

/** Returns the ticket whose price is shown: that of the action or of the user's seat, else the one they would take. */
function shownTicket(event: ClassroomEvent, me: Me, action: CallToAction): AnyTicket | undefined {
  if ('ticket' in action && action.ticket) return action.ticket;
  const { myParticipation: mine } = event;
  const own = isLiveParticipation(mine) && event.tickets.find(({ id }) => id === mine?.ticketTypeId);
  return own || headlineTicket({ tickets: listedTickets(event, me) }, funnelLabel(me));
}

function OwnPart(props: { event: ClassroomEvent; participation: Participation; onSettled: () => void }) {
  return <LazyPart load={loadOwnParticipation} props={props} />;
}

function Article({ event, isOwn }: { event: ClassroomEvent; isOwn: boolean }) {
  const hasEnded = event.state === 'ended' || event.state === 'archived';
  return (
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
      {hasSeat(event.myParticipation) && <LazyPart load={loadMessages} props={{ event }} />}
      <Speakers speakers={event.speakers} />
      <Participants event={event} />
      <EventTerms event={event} />
      <div className={styles.more}>
        <Slot
          name="event-materials"
          label="資料"
          params={{ classroomId: event.state === 'cancelled' ? null : event.classroomId, leads: isOwn, hasEnded }}
          fallback={null}
        />
        {hasEnded && <Slot name="ratings" params={{ ratedKind: 'event', ratedId: event.id }} />}
      </div>
    </article>
  );
}

/** The price and availability beside the button on a phone, or why the button is disabled. */
function BarFacts({ action, ticket }: { action: CallToAction; ticket: AnyTicket | undefined }) {
  const canTake = action.kind === 'buy' || action.kind === 'apply' || action.kind === 'signUp';
  return (
    <p className={styles.barPrice}>
      {action.kind === 'enter' ? <span>入場できます</span> : ticket && <Price amount={ticket.price} />}
      {(action.kind === 'waiting' || action.kind === 'subscribe') && (
        <span className={styles.barReason}>{action.reason}</span>
      )}
      {canTake && ticket && isScarce(ticket) && <strong className={styles.few}>{`残り${seatsLeft(ticket)}席`}</strong>}
    </p>
  );
}

function Head({ event }: { event: ClassroomEvent }) {
  const { data } = useEndpoint(listCategories, {});
  const category = data?.categories.find(({ id }) => id === event.categoryId);
  // Its ticket is the primary action of the page then.
  const isForSale = soldArchiveTicket(event, useServerNow(CLOCK_MS)) !== null && !hasSeat(event.myParticipation);
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
      {event.series && (
        <p className={styles.series}>
          <Link to={paths.series.href({ id: event.series.id })}>{seriesText(event.series)}</Link>
        </p>
      )}
      <EventFacts event={event} />
      {event.state === 'archived' && event.archiveId !== null && (
        <p>
          <Link
            className={buttonClass({ variant: isForSale ? 'secondary' : 'primary' })}
            to={paths.archive.href({ id: event.archiveId })}
          >
            <Icon icon={Play} />
            アーカイブを見る
          </Link>
        </p>
      )}
      <Organizer organizer={event.organizer} />
    </header>
  );
}
