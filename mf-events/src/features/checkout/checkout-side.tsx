import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { AnyTicket } from '@manabiba/shared/contract/tickets';
import { Phrases } from '@manabiba/shared/platform';
import { Bill } from '@manabiba/shared/ui/bill';
import { Cover } from '@manabiba/shared/ui/cover';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Panel } from '@manabiba/shared/ui/panel';
import type { ReactNode } from 'react';

import { ticketKindLabel } from '../../core/tickets';
import { taxOf } from './checkout-standing';

import styles from './checkout.module.css';

interface CheckoutSideProps {
  event: ClassroomEvent;
  ticket: AnyTicket;
  /** Seats that are bought at once. */
  seats?: number;
  /** What a discount code takes off all of them, in yen. */
  discount?: number;
  /** Shown below the price. */
  children?: ReactNode;
}

/** The order summary: the ticket and the price breakdown. */
export function CheckoutSide({ event, ticket, seats, discount, children }: CheckoutSideProps) {
  return (
    <Panel className={styles.summary}>
      <EventSummary event={event} />
      <hr />
      <PriceLines ticket={ticket} seats={seats} discount={discount} totalLabel="合計(税込)" />
      {children}
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

interface PriceLinesProps extends Pick<CheckoutSideProps, 'ticket' | 'seats' | 'discount'> {
  totalLabel: string;
}

/** Price of seats of a ticket including tax, and what is left of it after a discount. */
export function PriceLines({ ticket, seats = 1, discount = 0, totalLabel }: PriceLinesProps) {
  const price = ticket.price * seats;
  const total = price - discount;
  const tax = taxOf({ ...ticket, price: total });
  const name = `${ticket.name || ticketKindLabel[ticket.kind]}チケット × ${seats}`;
  const lines =
    discount > 0
      ? [
          { label: `${name}(税込)`, amount: price },
          { label: '割引コード', amount: -discount },
          ...(ticket.taxRate > 0 ? [{ label: `うち消費税(${ticket.taxRate}%)`, amount: tax }] : []),
        ]
      : [
          { label: name, amount: price - tax },
          ...(ticket.taxRate > 0 ? [{ label: `消費税(${ticket.taxRate}%)`, amount: tax }] : []),
        ];
  return <Bill lines={lines} totalLabel={totalLabel} total={total} />;
}
