import { createPaymentsRepository } from './modules/payments/payments.repository';
import { createRefundsAdminRepository } from './modules/payments/refunds-admin.repository';
import { createRefundsAdminService } from './modules/payments/refunds-admin.service';
import { createRefundsService } from './modules/payments/refunds.service';
import { createRefundsStaffService } from './modules/staff/money/refunds-staff.service';
import { createStaffRepository } from './modules/staff/staff.repository';
import { StaffRefusal } from './modules/staff/staff.service';
import type { Clock } from './platform/clock';
import type { Db } from './platform/database/db';
import type { Jobs } from './platform/jobs/jobs';

/** Usage text of the commands about refunds. */
export const refundUsage = `npm run staff -- payments PERSON                what a person, or a guest with this address, has paid for tickets
npm run staff -- refund PAYMENT "reason"        what is left of a payment goes back, whatever the refund rule of the event`;

const refusals = {
  unknown: 'There is no such paid ticket.',
  nothing_left: 'Nothing of it is left to refund.',
  kept: 'The seat is still taken. Let its holder cancel first, so that it passes on; then refund what is left.',
};

interface RefundCommandDeps {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  who: string;
}

/** Runs a command about refunds; returns undefined when the arguments are for another command. */
export async function runRefundCommand(
  [command = '', subject = '', ...rest]: readonly string[],
  { db, clock, jobs, who }: RefundCommandDeps,
): Promise<string | readonly object[] | undefined> {
  if (command !== 'payments' && command !== 'refund') return undefined;
  const payments = createPaymentsRepository(db);
  const service = createRefundsStaffService({
    db,
    staff: createStaffRepository(db),
    refunds: createRefundsAdminService({
      payments,
      admin: createRefundsAdminRepository(db),
      refunds: createRefundsService({ payments, jobs, clock }),
      clock,
    }),
    clock,
  });
  if (command === 'payments')
    return (await service.listPaid(subject)).map(({ id, paid_at: paidAt, title, amount, refunded }) => ({
      id,
      paidAt,
      title,
      amount,
      refunded,
    }));
  const reason = rest.join(' ').trim();
  if (reason === '') throw new StaffRefusal('Give a reason: it is kept in the log.');
  const outcome = await service.refund(who, subject, reason);
  if (typeof outcome === 'string') throw new StaffRefusal(refusals[outcome]);
  return `${outcome.amount} yen of ${subject} go back.`;
}
