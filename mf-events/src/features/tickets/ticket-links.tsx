import { Icon } from '@manabiba/shared/ui/icon';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Calendar } from 'lucide-react';

import type { OwnEvent } from './ticket-facts';
import styles from './tickets.module.css';

/** What a ticket leads to beside its event. */
export function TicketLinks({ event }: { event: OwnEvent }) {
  return (
    <p className={styles.links}>
      <a className={styles.link} href={event.myParticipation.icsUrl} download={`${event.id}.ics`}>
        <Icon icon={Calendar} size={16} />
        <VisuallyHidden>{event.title}を</VisuallyHidden>カレンダーに追加
      </a>
    </p>
  );
}
