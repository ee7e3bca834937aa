import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { AnyTicket } from '@manabiba/shared/contract/tickets';
import { Phrases } from '@manabiba/shared/platform';
import { Cover } from '@manabiba/shared/ui/cover';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Panel } from '@manabiba/shared/ui/panel';

import { Bill } from '../../core/participation/bill';
import { ticketKindLabel } from '../../core/tickets';
import { taxOf } from './checkout-standing';

import styles from './checkout.module.css';

interface CheckoutSideProps {
  event: ClassroomEvent;
  ticket: AnyTicket;
}

/** The order summary: the ticket and the price breakdown. */
export function CheckoutSide({ event, ticket }: CheckoutSideProps) {
  return (
    <Panel className={styles.summary}>
      <EventSummary event={event} />
      <hr />
      <PriceLines ticket={ticket} totalLabel="合計(税込)" />
      <p className={styles.note}>主催 {event.organizer.orgName}</p>
    </Panel>
  );
}

/** The event that the checkout is for. */
export function EventSummary({ event }: Pick<CheckoutSideProps, 'event'>) {
  return (
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
  );
}

/** Price of a ticket including tax. */
export function PriceLines({ ticket, totalLabel }: Pick<CheckoutSideProps, 'ticket'> & { totalLabel: string }) {
  const tax = taxOf(ticket);
  const lines = [
    { label: `${ticket.name || ticketKindLabel[ticket.kind]}チケット × 1`, amount: ticket.price - tax },
    ...(ticket.taxRate > 0 ? [{ label: `消費税(${ticket.taxRate}%)`, amount: tax }] : []),
  ];
  return <Bill lines={lines} totalLabel={totalLabel} total={ticket.price} />;
}
