import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { formatCount } from '@manabiba/shared/format/count';
import { formatMinutes } from '@manabiba/shared/format/duration';
import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Price } from '@manabiba/shared/ui/price';
import { differenceInMinutes } from 'date-fns';
import { useId } from 'react';

import { EventBadge } from '../../core/event-badge';
import { headlineTicket } from '../../core/tickets';

import styles from './event-month.module.css';

interface DayEventsProps {
  /** 12月5日(土) */
  heading: string;
  holiday: string | null;
  events: readonly ClassroomEvent[];
  now: Date;
}

const minutesOf = ({ startAt, endAt }: ClassroomEvent) =>
  differenceInMinutes(endAt, startAt, { roundingMethod: 'round' });

/** All events on the selected day, including those that do not fit in its cell. */
export function DayEvents({ heading, holiday, events, now }: DayEventsProps) {
  const id = useId();
  return (
    <section className={styles.chosenDay} aria-labelledby={id}>
      <h2 id={id} className={styles.dayHeading} aria-live="polite">
        {heading}
        <span>{formatCount(events.length)}件</span>
        {holiday && <span className={styles.holidayName}>{holiday}</span>}
      </h2>
      {events.length === 0 && <p className={styles.nothing}>この日のイベントはありません。</p>}
      <ul>
        {events.map((event) => (
          <DayEvent key={event.id} event={event} now={now} />
        ))}
      </ul>
    </section>
  );
}

function DayEvent({ event, now }: { event: ClassroomEvent; now: Date }) {
  const ticket = headlineTicket(event, 'CreateAccount');
  return (
    <li className={styles.row}>
      <DateTime value={event.startAt} style="time" className={styles.rowTime} />
      <Cover src={event.imageUrl} seed={event.id} className={styles.rowCover} />
      <div>
        <h3 className={styles.rowTitle}>
          <Link to={paths.event.href({ id: event.id })}>
            <Phrases text={`${event.title} ${event.subtitle}`} />
          </Link>
        </h3>
        <Meta>
          <span>{event.organizer.orgName}</span>
          <span>{formatMinutes(minutesOf(event))}</span>
        </Meta>
      </div>
      <p className={styles.rowEnd}>
        {ticket ? <Price amount={ticket.price} isTaxShown={false} /> : <span>招待制</span>}
        <EventBadge event={event} now={now} />
      </p>
    </li>
  );
}
