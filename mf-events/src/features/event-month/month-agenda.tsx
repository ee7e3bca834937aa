import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { formatMonthDay } from '@manabiba/shared/format/date-time';
import type { Day } from '@manabiba/shared/format/group-by-day';
import { formatPrice } from '@manabiba/shared/format/yen';
import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { Meta } from '@manabiba/shared/ui/card';
import { Section } from '@manabiba/shared/ui/section';
import { Timetable, TimetableDay, TimetableSlot } from '@manabiba/shared/ui/timetable';

import { EventBadge } from '../../core/event-badge';
import { headlineTicket } from '../../core/tickets';

interface MonthAgendaProps {
  days: readonly Day<ClassroomEvent>[];
  holidayOn: (moment: string) => string | null;
  now: Date;
}

/** The other days of the month with events. */
export function MonthAgenda({ days, holidayOn, now }: MonthAgendaProps) {
  if (days.length === 0) return null;
  return (
    <Section title="一覧で見る">
      <Timetable>
        {days.map((day) => (
          <TimetableDay key={day.key} heading={formatMonthDay(day.moment)} holiday={holidayOn(day.moment)}>
            {day.items.map((event) => (
              <AgendaEvent key={event.id} event={event} now={now} />
            ))}
          </TimetableDay>
        ))}
      </Timetable>
    </Section>
  );
}

function AgendaEvent({ event, now }: { event: ClassroomEvent; now: Date }) {
  const ticket = headlineTicket(event, 'CreateAccount');
  return (
    <TimetableSlot
      startAt={event.startAt}
      title={
        <Link to={paths.event.href({ id: event.id })}>
          <Phrases text={`${event.title} ${event.subtitle}`} />
        </Link>
      }
      facts={
        <Meta>
          <span>{event.organizer.orgName}</span>
          <span>{ticket ? formatPrice(ticket.price) : '招待制'}</span>
        </Meta>
      }
      action={<EventBadge event={event} now={now} />}
    />
  );
}
