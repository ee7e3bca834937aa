import type { Trx } from '../../platform/database/db';
import { idFor } from '../../platform/ids';
import { splitPrice } from './payment-rules';
import { subscriptionPaymentsRepository } from './subscription-payments.repository';

interface PaidInvoice {
  subscriptionId: string;
  userId: string;
  invoiceId: string;
  intentId: string | null;
  title: string;
  amount: number;
  paidAt: Date;
}

/** Consumption tax included in the price of a plan, in percent. */
const PLAN_TAX_RATE = 10;

export type SubscriptionPaymentsService = ReturnType<typeof createSubscriptionPaymentsService>;

/** Payments of plans. The platform is the seller, so it charges no fee. */
export function createSubscriptionPaymentsService() {
  return {
    /** Records a paid invoice once. Returns whether it is new. */
    record: (trx: Trx, paid: PaidInvoice): Promise<boolean> =>
      subscriptionPaymentsRepository.insert(trx, {
        id: idFor('pay', paid.invoiceId),
        kind: 'subscription',
        participation_id: null,
        seller_id: null,
        subscription_id: paid.subscriptionId,
        provider_invoice_id: paid.invoiceId,
        provider_intent_id: paid.intentId,
        user_id: paid.userId,
        guest_email: null,
        title: paid.title,
        method: 'card',
        ...splitPrice(paid.amount, PLAN_TAX_RATE, 0),
        state: 'paid',
        created_at: paid.paidAt,
        paid_at: paid.paidAt,
      }),
  };
}
