import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { getSeatProof } from '@manabiba/shared/contract/seat-proof';

import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import type { SeatProofRepository } from './seat-proof.repository';

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
      return {
        checkedAt: check?.checked_at.toISOString() ?? null,
        ticketTypes: check?.ticket_types ?? 0,
        seats: check?.seats ?? 0,
        violations: check?.violations ?? 0,
        since: check?.clean_since?.toISOString() ?? null,
        history: history.map(({ found_at: foundAt, resolved_at: resolvedAt, quota, sold, held, ...counted }) => ({
          foundAt: foundAt.toISOString(),
          resolvedAt: resolvedAt?.toISOString() ?? null,
          quota,
          counted: { sold: counted.counted_sold, held: counted.counted_held },
          stored: { sold, held },
        })),
      };
    },
  };
}
