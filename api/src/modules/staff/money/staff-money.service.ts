import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { listPaidTickets, listStaffPayouts, StaffPayout } from '@manabiba/shared/contract/staff-money';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import { pageOf, positionOf } from '../../../platform/database/time-position';
import type { RefundsStaffService } from './refunds-staff.service';
import type { StaffPayoutsRepository } from './staff-payouts.repository';

const statesOf: Record<'held' | 'paid', readonly StaffPayout['state'][]> = {
  held: ['pending', 'failed'],
  paid: ['paid'],
};

export type StaffMoneyService = ReturnType<typeof createStaffMoneyService>;

/** Payments and transfers, as the calls of the staff show and change them. */
export function createStaffMoneyService({
  refunds,
  payouts,
}: {
  refunds: RefundsStaffService;
  payouts: StaffPayoutsRepository;
}) {
  return {
    async listPaid(subject: string): Promise<EndpointOutput<typeof listPaidTickets>> {
      const rows = await refunds.listPaid(subject);
      return {
        items: rows.map((row) => ({
          id: row.id,
          title: row.title,
          buyer: row.buyer ?? '',
          paidAt: row.paid_at.toISOString(),
          amount: row.amount,
          refunded: row.refunded,
          state: row.refunded >= row.amount ? 'refunded' : row.isKept ? 'kept' : 'refundable',
        })),
      };
    },

    /**
     * Refunds what is left of a payment. Throws `already` when nothing is, `conflict` while the seat of an event to come
     * is taken.
     */
    async refund(viewer: SignedInViewer, paymentId: string, reason: string): Promise<{ amount: number }> {
      const outcome = await refunds.refund(viewer.id, paymentId, reason);
      if (outcome === 'unknown') throw new AppError('not_found');
      if (outcome === 'nothing_left') throw new AppError('already');
      if (outcome === 'kept') throw new AppError('conflict');
      return { amount: outcome.amount };
    },

    /** Lists the transfers to organizers, latest first. */
    async listPayouts({
      stage,
      cursor,
      limit,
    }: z.output<(typeof listStaffPayouts)['query']>): Promise<EndpointOutput<typeof listStaffPayouts>> {
      const rows = await payouts.list({ states: statesOf[stage], after: positionOf(cursor), limit: limit + 1 });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.created_micros, id: row.id }));
      return {
        items: shown.map((row) => ({
          id: row.id,
          organizer: { id: row.user_id, nickname: row.nickname },
          amount: row.amount,
          state: row.state,
          refusals: row.refusals,
          failureReason: row.state === 'failed' ? row.failure_reason : null,
          createdAt: row.created_at.toISOString(),
          doneAt: row.done_at?.toISOString() ?? null,
        })),
        nextCursor,
      };
    },
  };
}
