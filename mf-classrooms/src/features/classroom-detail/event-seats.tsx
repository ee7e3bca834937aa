import { getEvent } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { useEndpoint } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { Ticket } from 'lucide-react';

/** お席 among the facts of an event room: how many are taken, and of how many. Renders nothing until loaded. */
export function EventSeats({ eventId }: { eventId: string }) {
  const { data: event } = useEndpoint(getEvent, { params: { id: eventId } });
  if (!event) return null;
  const quotas = event.tickets.map(({ quota }) => quota);
  const seats = quotas.includes(null) ? null : quotas.reduce((sum: number, quota) => sum + (quota ?? 0), 0);
  return (
    <>
      <dt>
        <Icon icon={Ticket} size={16} />
        お席
      </dt>
      <dd>
        {seats === null
          ? `${formatCount(event.participantCount)}人(定員なし)`
          : `${formatCount(event.participantCount)}人 / ${formatCount(seats)}席`}
      </dd>
    </>
  );
}
