import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { Notice } from '@manabiba/shared/ui/notice';

import { PayForm } from './pay-form';
import { usePayment } from './use-payment';

export interface FormProps {
  event: ClassroomEvent;
  ticket: TicketType;
  /** What a payment elsewhere has come back with. */
  returnError?: string;
  /** Numbers for a store are there: they end with the next attempt. */
  isSwitching: boolean;
  /** Asks again how it stands. */
  onChanged: () => void;
  onExpired: () => void;
}

/** Pays with an account. The seat is kept from the beginning. */
export function PersonForm({ event, ticket, returnError, isSwitching, onChanged, onExpired }: FormProps) {
  const payment = usePayment({ event, ticket, onChanged });
  const before = event.myParticipation?.state === 'held' ? event.myParticipation.paymentMethod : null;
  return (
    <PayForm
      event={event}
      ticket={ticket}
      payment={payment}
      {...(before && { firstMethod: before })}
      notice={
        isSwitching ? (
          <Notice>別の方法でお支払いを始めると、コンビニの支払い番号は使えなくなります。</Notice>
        ) : (
          returnError &&
          !payment.refusal &&
          !payment.isPaying && (
            <Notice tone="error" role="alert">
              {returnError}
            </Notice>
          )
        )
      }
      onExpired={onExpired}
    />
  );
}
