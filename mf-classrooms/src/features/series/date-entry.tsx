import type { SeriesDate } from '@manabiba/shared/contract/series';
import { seriesTicketStates } from '@manabiba/shared/format/series-ticket';
import { formatPrice } from '@manabiba/shared/format/yen';
import { Link, paths, Phrases, useServerNow } from '@manabiba/shared/platform';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Meta } from '@manabiba/shared/ui/card';
import { TimetableSlot } from '@manabiba/shared/ui/timetable';
import type { ReactNode } from 'react';

import { isBeforeEvent } from '../../core/classroom/event-room';
import { TimetableEntry } from '../../core/timetable/timetable-entry';

import styles from '../../core/timetable/timetable-entry.module.css';

const CLOCK_MS = 30_000;

interface DateEntryProps {
  date: SeriesDate;
  categoryName: string;
  note: string | undefined;
  /** A further action, before the one that the state offers. */
  action?: ReactNode;
}

/** A date of a series: a class as in every timetable, or an event. */
export function DateEntry({ date, categoryName, note, action }: DateEntryProps) {
  const { classroom } = date;
  if (classroom.eventId !== null)
    return (
      <EventEntry date={date} eventId={classroom.eventId} categoryName={categoryName} note={note} action={action} />
    );
  return (
    <TimetableEntry
      // Its series is this one.
      classroom={{ ...classroom, series: null }}
      categoryName={categoryName}
      isDated
      hasHost={false}
      level={3}
      note={note}
      action={action}
    />
  );
}

/** Its name leads to the page of the event, where its ticket is. */
function EventEntry({ date, eventId, categoryName, note, action }: DateEntryProps & { eventId: string }) {
  const { classroom, ticket } = date;
  return (
    <TimetableSlot
      startAt={classroom.startAt}
      isDated
      level={3}
      title={
        <Link to={paths.event.href({ id: eventId })}>
          <Phrases text={classroom.name} />
        </Link>
      }
      facts={
        <Meta>
          <span>イベント</span>
          {categoryName && <span>{categoryName}</span>}
          {ticket && <span>{formatPrice(ticket.price)}</span>}
          {note && <span>{note}</span>}
        </Meta>
      }
      action={
        <div className={styles.actions}>
          {action}
          <EventStatus date={date} eventId={eventId} />
        </div>
      }
    />
  );
}

function EventStatus({ date: { number, classroom, ticket }, eventId }: { date: SeriesDate; eventId: string }) {
  const now = useServerNow(CLOCK_MS);
  // An event that is cancelled while its room is open leaves it ended, and has no number any more.
  if (number === null) return <Badge tone="live">中止</Badge>;
  if (classroom.state === 'ended') return null;
  if (classroom.state === 'live' && !isBeforeEvent(classroom, now)) return <LivePill />;
  if (ticket && ticket.state !== 'on_sale')
    return <Badge tone={ticket.state === 'taken' ? 'action' : 'plain'}>{seriesTicketStates[ticket.state]}</Badge>;
  return (
    <Link
      className={buttonClass({ size: 'small' })}
      to={paths.event.href({ id: eventId })}
      aria-label={`「${classroom.name}」のイベントを見る`}
    >
      イベントを見る
    </Link>
  );
}
