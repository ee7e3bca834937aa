import { canonicalEmail } from '@manabiba/shared/contract/email-address';

import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import type { RefundsAdminService } from '../../payments/refunds-admin.service';
import type { StaffRepository } from '../staff.repository';

interface RefundsStaffDeps {
  db: Db;
  staff: Pick<StaffRepository, 'find' | 'log'>;
  refunds: RefundsAdminService;
  clock: Clock;
}

export type RefundsStaffService = ReturnType<typeof createRefundsStaffService>;

/** Refunds out of policy. Each is logged with its actor in the same transaction. */
export function createRefundsStaffService({ db, staff, refunds, clock }: RefundsStaffDeps) {
  return {
    /** Lists the paid tickets of a user by id or address, or of a guest by address, or one payment by its id. */
    async listPaid(subject: string) {
      const person = await staff.find(subject);
      return refunds.listPaid({
        userId: person?.id ?? null,
        email: canonicalEmail(subject) ?? subject,
        paymentId: subject,
      });
    },

    /** Refunds what is left of a payment, or returns why it cannot. */
    refund: (who: string, paymentId: string, reason: string) =>
      inTransaction(db, async (trx) => {
        const outcome = await refunds.refund(trx, paymentId);
        if (typeof outcome === 'object')
          await staff.log(trx, {
            at: clock.now(),
            who,
            action: 'refund',
            subjectId: paymentId,
            detail: reason,
            before: `返金 ${outcome.paid - outcome.amount}円`,
            after: `返金 ${outcome.paid}円`,
          });
        return outcome;
      }),
  };
}
