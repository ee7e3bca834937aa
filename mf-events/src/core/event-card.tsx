import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { Badge, type BadgeTone, LivePill } from '@manabiba/shared/ui/badge';
import { Card, CardFoot, CardTitle, Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Price } from '@manabiba/shared/ui/price';

import { type EventStanding, eventStanding } from './event-standing';
import { headlineTicket } from './tickets';

const badgeOf: Record<Exclude<EventStanding['name'], 'live' | 'scarce'>, { tone: BadgeTone; text: string }> = {
  open: { tone: 'ok', text: '受付中' },
  before_sale: { tone: 'plain', text: '受付前' },
  sale_over: { tone: 'plain', text: '受付終了' },
  sold_out: { tone: 'plain', text: '満席' },
  ended: { tone: 'plain', text: '終了' },
  cancelled: { tone: 'live', text: '中止' },
};

function StandingBadge({ standing }: { standing: EventStanding }) {
  if (standing.name === 'live') return <LivePill />;
  if (standing.name === 'scarce') return <Badge tone="warn">残り{standing.left}席</Badge>;
  const { tone, text } = badgeOf[standing.name];
  return <Badge tone={tone}>{text}</Badge>;
}

/** One event of a list: when, by whom, for how much, and whether there is still a seat. */
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
      </Meta>
      <CardFoot>
        {ticket ? <Price amount={ticket.price} /> : <span>招待制</span>}
        <StandingBadge standing={eventStanding(event, now)} />
      </CardFoot>
    </Card>
  );
}
