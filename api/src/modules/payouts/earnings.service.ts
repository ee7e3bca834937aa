import type { Earning, listEarnings } from '@manabiba/shared/contract/earnings';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import type { Clock } from '../../platform/clock';
import { pageOf, positionOf } from '../../platform/database/time-position';
import { PAYOUT_TITLE } from '../payments/sales.service';
import type { EarningRow, EarningsRepository } from './earnings.repository';

export type EarningsService = ReturnType<typeof createEarningsService>;

/** The history of an organizer's balance. */
export function createEarningsService({ earnings, clock }: { earnings: EarningsRepository; clock: Clock }) {
  return {
    /** Returns what an organizer earns with one event, in yen: transferable, and not yet. */
    ofEvent: (sellerId: string, eventId: string): Promise<{ settled: number; pending: number }> =>
      earnings.ofEvent(sellerId, eventId, clock.now()),

    /**
     * Lists sales and payouts, newest first. Settled sales less payouts that have not failed are the available balance.
     */
    async list(
      viewer: SignedInViewer,
      { cursor, limit }: z.output<typeof listEarnings.query>,
    ): Promise<EndpointOutput<typeof listEarnings>> {
      const after = positionOf(cursor);
      const rows = await earnings.list(viewer.id, { after, limit: limit + 1, now: clock.now() });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.occurred_micros, id: row.id }));
      return { items: shown.map(toEarning), nextCursor };
    },
  };
}

const toEarning = (row: EarningRow): Earning => ({
  id: row.id,
  type: row.type,
  title: row.type === 'payout' ? PAYOUT_TITLE : row.title,
  eventId: row.event_id,
  tickets: row.tickets,
  amount: row.amount,
  refunded: row.refunded,
  state: row.state,
  occurredAt: row.occurred_at.toISOString(),
});
