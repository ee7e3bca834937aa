import { funnelLabel } from '@manabiba/shared/analytics/funnel';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { listCategories } from '@manabiba/shared/data/endpoints';
import { Link, paths, Phrases, useConfig, useEndpoint, useMe, useNow } from '@manabiba/shared/platform';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Cover } from '@manabiba/shared/ui/cover';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Price } from '@manabiba/shared/ui/price';
import { RichText } from '@manabiba/shared/ui/rich-text';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { useId } from 'react';

import { isEventOver } from '../../core/event-standing';
import { formatMoment } from '../../core/format-moment';
import { headlineTicket, isScarce, seatsLeft } from '../../core/tickets';
import { ActionButton } from './action-button';
import { callToAction } from './call-to-action';
import styles from './event.module.css';
import { EventFacts } from './event-facts';
import { Organizer, Participants, Speakers } from './event-people';
import { EventTools } from './event-tools';
import { PricePanel } from './price-panel';

/** A sale opens and closes to the second; a panel that is half a minute late is soon enough. */
const CLOCK_MS = 30_000;

/** The page of one event, once it is there. */
export function EventDetail({ event }: { event: ClassroomEvent }) {
  const me = useMe();
  const now = useNow(CLOCK_MS);
  const isClosed = useConfig().closure.mode === 'readonly';
  const reasonId = useId();
  const ticket = headlineTicket(event, funnelLabel(me));
  const action = callToAction(event, me, { now, isClosed, formatMoment });
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
          <Terms policy={event.cancelPolicy} />
        </article>
        <aside className={styles.aside} aria-label="お申し込み">
          <PricePanel
            event={event}
            ticket={ticket}
            now={now}
            action={action}
            reasonId={reasonId}
            button={action.kind !== 'closed' && <ActionButton action={action} reasonId={reasonId} size="large" />}
            tools={<EventTools event={event} isOver={isEventOver(event, now)} />}
          />
        </aside>
      </PageBody>
      {action.kind !== 'closed' && (
        <div className={styles.bar}>
          <p className={styles.barPrice}>
            {ticket && <Price amount={ticket.price} />}
            {action.kind === 'waiting' && <span className={styles.barReason}>{action.reason}</span>}
            {action.kind !== 'waiting' && ticket && isScarce(ticket) && (
              <strong className={styles.few}>残り{seatsLeft(ticket)}席</strong>
            )}
          </p>
          <ActionButton action={action} reasonId={reasonId} />
        </div>
      )}
    </>
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

function Terms({ policy }: { policy: string }) {
  return (
    <section className={`${styles.section} ${styles.terms}`} aria-labelledby="event-terms">
      <h2 id="event-terms">お申し込みについて</h2>
      {policy && <RichText text={policy} />}
      <p className={styles.law}>
        <Link className={textLinkClass} to={paths.law.href()}>
          特定商取引法に基づく表記
        </Link>
      </p>
    </section>
  );
}
