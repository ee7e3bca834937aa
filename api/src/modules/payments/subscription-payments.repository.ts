import { type Insertable } from 'kysely';

import type { Trx } from '../../platform/database/db';
import type { PaymentsTable } from '../../tables/payments';

type NewPayment = Insertable<PaymentsTable> & { provider_invoice_id: string };

/** Payments of plans. */
export const subscriptionPaymentsRepository = {
  /** Inserts a payment. Returns false when the invoice is already recorded. */
  async insert(trx: Trx, payment: NewPayment): Promise<boolean> {
    const inserted = await trx
      .insertInto('payments')
      .values(payment)
      .onConflict((conflict) => conflict.column('provider_invoice_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted !== undefined;
  },
};
