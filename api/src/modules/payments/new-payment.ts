import type { PaymentMethod } from '@manabiba/shared/contract/tickets';

import { newId } from '../../platform/ids';
import type { HoldRequest } from '../participations/holds.service';
import { splitPrice } from './payment-rules';
import type { OfferRow } from './payments.repository';

interface NewPayment {
  offer: OfferRow;
  method: PaymentMethod;
  holder: HoldRequest['holder'];
  /** The buyer's, and further ones. */
  seats: readonly [{ id: string; amount: number }, ...{ amount: number }[]];
  feePercent: number;
  now: Date;
}

/** Returns the row of a pending payment for held seats of a ticket. */
export const newPayment = ({ offer, method, holder, seats, feePercent, now }: NewPayment) => ({
  id: newId('pay'),
  participation_id: seats[0].id,
  user_id: 'userId' in holder ? holder.userId : null,
  guest_email: 'guest' in holder ? holder.guest.email : null,
  seller_id: offer.organizer_id,
  title: `${offer.event_title} ${offer.ticket_name}チケット${seats.length > 1 ? ` ${seats.length}席` : ''}`,
  method,
  ...splitPrice(
    seats.reduce((sum, { amount }) => sum + amount, 0),
    offer.tax_rate,
    feePercent,
  ),
  created_at: now,
});
