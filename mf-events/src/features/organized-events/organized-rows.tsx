import type { OrganizedEvent } from '@manabiba/shared/contract/event-editing';
import { rolesInWords } from '@manabiba/shared/contract/team-rights';
import { formatCount } from '@manabiba/shared/format/count';
import { formatDate, formatTime } from '@manabiba/shared/format/date-time';
import { Link, paths } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Icon } from '@manabiba/shared/ui/icon';
import { ChevronRight } from 'lucide-react';

import { OrganizerBadge } from '../../core/organizing/organizer-badge';

import styles from './organized-events.module.css';

/** The number of participants, and the limit if there is one. */
function seatsOf({ participantCount, tickets }: OrganizedEvent): string {
  const taken = formatCount(participantCount);
  if (tickets.length === 0 || tickets.some(({ quota }) => quota === null)) return `${taken}人`;
  return `${taken} / ${formatCount(tickets.reduce((sum, { quota }) => sum + (quota ?? 0), 0))}`;
}

/** The events that the user organizes or helps with, those with the roles there, each with a link to its management page. */
export function OrganizedRows({ events }: { events: readonly OrganizedEvent[] }) {
  return (
    <ul className={styles.rows} aria-label="主催するイベント">
      {events.map((event) => (
        <li key={event.id}>
          <Link className={styles.row} to={paths.editEvent.href({ id: event.id })}>
            <span className={styles.words}>
              <strong>{event.title}</strong>
              <time dateTime={event.startAt}>
                {formatDate(event.startAt)} {formatTime(event.startAt)}
              </time>
            </span>
            {!event.myAccess.isOwner && <Badge tone="line">{rolesInWords(event.myAccess.roles)}</Badge>}
            <OrganizerBadge state={event.state} />
            <span className={styles.seats}>{seatsOf(event)}</span>
            <Icon icon={ChevronRight} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
