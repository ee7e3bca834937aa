import { Link, paths } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Calendar } from 'lucide-react';

import type { OwnEvent } from './ticket-facts';

import styles from './tickets.module.css';

interface TicketLinksProps {
  event: OwnEvent;
  /** Whether the event can still be added to a calendar. */
  isAhead?: boolean;
}

/** Links of a ticket: calendar file and receipt. */
export function TicketLinks({ event, isAhead = true }: TicketLinksProps) {
  const { receiptId, state, icsUrl } = event.myParticipation;
  if (!isAhead && receiptId === null) return null;
  return (
    <p className={styles.links}>
      {isAhead && (
        <a className={styles.link} href={icsUrl} download={`${event.id}.ics`}>
          <Icon icon={Calendar} size={16} />
          <VisuallyHidden>{event.title}を</VisuallyHidden>カレンダーに追加
        </a>
      )}
      {receiptId !== null && (
        <Link className={styles.link} to={paths.receipt.href({ id: receiptId })}>
          <VisuallyHidden>{event.title}の</VisuallyHidden>
          {state === 'refunded' ? '返金の明細' : '領収書'}
        </Link>
      )}
    </p>
  );
}
