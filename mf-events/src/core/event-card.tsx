import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { formatRating } from '@manabiba/shared/format/rating';
import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { Card, CardFoot, CardTitle, Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Price } from '@manabiba/shared/ui/price';

import { EventBadge } from './event-badge';
import { headlineTicket } from './tickets';

/** One event in a list: date, organizer, price and availability. */
export function EventCard({ event, now, level = 3 }: { event: ClassroomEvent; now: Date; level?: 2 | 3 }) {
  const ticket = headlineTicket(event, 'CreateAccount');
  return (
    <Card>
      <Cover src={event.imageUrl} seed={event.id} />
      <CardTitle level={level}>
        <Link to={paths.event.href({ id: event.id })}>
          <Phrases text={`${event.title} ${event.subtitle}`} />
        </Link>
      </CardTitle>
      <Meta>
        <DateTime value={event.startAt} />
      </Meta>
      <Meta>
        <span>{event.organizer.orgName}</span>
        {event.rating && <span>{formatRating(event.rating)}</span>}
      </Meta>
      <CardFoot>
        {ticket ? <Price amount={ticket.price} /> : <span>招待制</span>}
        <EventBadge event={event} now={now} />
      </CardFoot>
    </Card>
  );
}
