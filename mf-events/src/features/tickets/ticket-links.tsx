import { Link, paths } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Calendar } from 'lucide-react';

import { isRefund } from '../../core/participation/participation-status';
import type { OwnEvent } from './ticket-facts';
import styles from './tickets.module.css';

interface TicketLinksProps {
  event: OwnEvent;
  /** Whether the event can still be added to a calendar. */
  isAhead?: boolean;
}

/** Links of a ticket: calendar file and receipt. */
export function TicketLinks({ event, isAhead = true }: TicketLinksProps) {
  const isPaid = event.myParticipation.amount > 0;
  if (!isAhead && !isPaid) return null;
  return (
    <p className={styles.links}>
      {isAhead && (
        <a className={styles.link} href={event.myParticipation.icsUrl} download={`${event.id}.ics`}>
          <Icon icon={Calendar} size={16} />
          <VisuallyHidden>{event.title}を</VisuallyHidden>カレンダーに追加
        </a>
      )}
      {isPaid && (
        <Link className={styles.link} to={{ pathname: paths.settings.href(), hash: '#history' }}>
          <VisuallyHidden>{event.title}の</VisuallyHidden>
          {isRefund(event.myParticipation) ? '返金の明細' : '領収書'}
        </Link>
      )}
    </p>
  );
}
