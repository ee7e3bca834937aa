import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import type { PaymentsRepository } from './payments.repository';
import type { PaidBy, PaidTicketRow, RefundsAdminRepository } from './refunds-admin.repository';
import type { RefundsService } from './refunds.service';

/** The amount that goes back, of the whole payment. `kept`: the seat of an event that has not begun is still taken. */
type RefundOutcome = { amount: number; paid: number } | 'unknown' | 'nothing_left' | 'kept';

type Place = Pick<PaidTicketRow, 'state' | 'start_at'>;

interface RefundsAdminDeps {
  payments: PaymentsRepository;
  admin: RefundsAdminRepository;
  refunds: Pick<RefundsService, 'requestFor'>;
  clock: Clock;
}

export type RefundsAdminService = ReturnType<typeof createRefundsAdminService>;

/** Refunds by staff, outside of the refund rule of an event. */
export function createRefundsAdminService({ payments, admin, refunds, clock }: RefundsAdminDeps) {
  const isKept = (place: Place) =>
    (place.state === 'confirmed' || place.state === 'joined') && place.start_at > clock.now();

  return {
    /** Lists paid tickets with whether what is left of each can be refunded. */
    listPaid: async (by: PaidBy) => (await admin.listPaid(by)).map((row) => ({ ...row, isKept: isKept(row) })),

    /**
     * Refunds the rest of a ticket payment. A seat that is still taken in an event to come is not refunded: whoever has
     * it cancels first, so that the seat passes on.
     */
    async refund(trx: Trx, paymentId: string): Promise<RefundOutcome> {
      const payment = await payments.lock(trx, paymentId);
      if (payment?.state !== 'paid') return 'unknown';
      const amount = payment.amount - (await payments.refundsOf(trx, payment.id));
      if (amount <= 0) return 'nothing_left';
      const place = await admin.findPlace(trx, payment.participation_id);
      if (place && isKept(place)) return 'kept';
      await refunds.requestFor(trx, payment, 'staff');
      return { amount, paid: payment.amount };
    },
  };
}
