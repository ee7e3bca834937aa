import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { getSeatProof } from '@manabiba/shared/contract/seat-proof';
import type { StaffSeatProof } from '@manabiba/shared/contract/staff-money';

import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import type { SeatProofRepository } from './seat-proof.repository';

type ProofRows = Awaited<ReturnType<SeatProofRepository['read']>>;

/** The last check, without the history, whose form depends on the reader. */
const toProof = (check: ProofRows['check']) => ({
  checkedAt: check?.checked_at.toISOString() ?? null,
  ticketTypes: check?.ticket_types ?? 0,
  seats: check?.seats ?? 0,
  violations: check?.violations ?? 0,
  since: check?.clean_since?.toISOString() ?? null,
});

const toViolation = (row: ProofRows['history'][number]) => ({
  foundAt: row.found_at.toISOString(),
  resolvedAt: row.resolved_at?.toISOString() ?? null,
  quota: row.quota,
  counted: { sold: row.counted_sold, held: row.counted_held },
  stored: { sold: row.sold, held: row.held },
});

export type SeatProofService = ReturnType<typeof createSeatProofService>;

/**
 * The proof that no seat is sold twice: every minute all counters are compared with the participations, and the result
 * is public.
 */
export function createSeatProofService({ db, proofs, clock }: { db: Db; proofs: SeatProofRepository; clock: Clock }) {
  return {
    check: (): Promise<void> => inTransaction(db, (trx) => proofs.check(trx, clock.now())),

    async read(): Promise<EndpointOutput<typeof getSeatProof>> {
      const { check, history } = await proofs.read();
      return { ...toProof(check), history: history.map(toViolation) };
    },

    /** Counts now, in the transaction of the caller. */
    checkIn: (trx: Trx): Promise<void> => proofs.check(trx, clock.now()),

    /** Returns the proof with the names of the tickets, for the staff. */
    async readForStaff(): Promise<StaffSeatProof> {
      const { check, history } = await proofs.read();
      return {
        ...toProof(check),
        history: history.map((row) => ({
          ...toViolation(row),
          ticket:
            row.event_id === null
              ? null
              : { name: row.ticket_name ?? '', eventId: row.event_id, eventTitle: row.title ?? '' },
        })),
      };
    },
  };
}
