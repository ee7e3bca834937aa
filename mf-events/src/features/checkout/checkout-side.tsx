import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { Phrases } from '@manabiba/shared/platform';
import { Cover } from '@manabiba/shared/ui/cover';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Panel } from '@manabiba/shared/ui/panel';

import { Bill } from '../../core/participation/bill';
import { ticketKindLabel } from '../../core/tickets';
import styles from './checkout.module.css';
import { taxOf } from './checkout-standing';

interface CheckoutSideProps {
  event: ClassroomEvent;
  ticket: TicketType;
}

/** What is bought, and of what the price is made. */
export function CheckoutSide({ event, ticket }: CheckoutSideProps) {
  const tax = taxOf(ticket);
  const lines = [
    { label: `${ticket.name || ticketKindLabel[ticket.kind]}チケット × 1`, amount: ticket.price - tax },
    ...(ticket.taxRate > 0 ? [{ label: `消費税(${ticket.taxRate}%)`, amount: tax }] : []),
  ];
  return (
    <Panel className={styles.summary}>
      <div className={styles.event}>
        <Cover src={event.imageUrl} seed={event.id} />
        <div>
          <h2>
            <Phrases text={[event.title, event.subtitle].filter(Boolean).join(' ')} />
          </h2>
          <p className={styles.meta}>
            <DateTime value={event.startAt} />
          </p>
        </div>
      </div>
      <hr />
      <Bill lines={lines} totalLabel="合計(税込)" total={ticket.price} />
      <p className={styles.note}>主催 {event.organizer.orgName}</p>
    </Panel>
  );
}
