import type { listCompanions } from '@manabiba/shared/contract/companions';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Db, Trx } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import type { CancellationsService } from '../cancellations.service';
import type { GuestTokens } from '../guest-tokens';
import { seatOf } from '../participation-rules';
import type { ParticipationsRepository } from '../participations.repository';
import { seatFactsRepository } from '../transfers/seat-facts.repository';
import { companionsRepository } from './companions.repository';

interface CompanionSeatsDeps {
  db: Db;
  participations: ParticipationsRepository;
  cancellations: Pick<CancellationsService, 'previewOfCompanions' | 'endCompanion'>;
  guestTokens: GuestTokens;
}

type Companions = EndpointOutput<typeof listCompanions>;

export type CompanionSeatsService = ReturnType<typeof createCompanionSeatsService>;

/** The further seats of a purchase as its buyer sees and cancels them. */
export function createCompanionSeatsService({ db, participations, cancellations, guestTokens }: CompanionSeatsDeps) {
  async function listIn(trx: Trx, { id: userId }: SignedInViewer, eventId: string): Promise<Companions> {
    const lead = await participations.findLive(trx, eventId, userId);
    // Of a seat that was given away the further seats stay its buyer's.
    if (!lead || (await seatFactsRepository.findBuyer(trx, lead.id)) !== undefined) return { items: [] };
    const rows = await companionsRepository.list(trx, lead.id);
    const cancellationOf = await cancellations.previewOfCompanions(trx, lead);
    return {
      items: rows.map((row) => {
        const isClaimed = row.user_id !== null;
        return {
          id: row.id,
          name: row.companion_name ?? '',
          state: row.state,
          amount: row.amount,
          ticketPath: !isClaimed && seatOf(row) === 'sold' ? `/tickets/${guestTokens.tokenOf(row.id)}` : null,
          isClaimed,
          cancellation: cancellationOf(row),
        };
      }),
    };
  }

  return {
    list: (viewer: SignedInViewer, eventId: string): Promise<Companions> =>
      inTransaction(db, (trx) => listIn(trx, viewer, eventId)),

    /** Cancels one of them and returns the others with it. */
    cancel: (viewer: SignedInViewer, eventId: string, companionId: string): Promise<Companions> =>
      inTransaction(db, async (trx) => {
        const lead = await participations.findLive(trx, eventId, viewer.id);
        const found = lead && (await companionsRepository.list(trx, lead.id)).some(({ id }) => id === companionId);
        if (!found) throw new AppError('not_found');
        await cancellations.endCompanion(trx, companionId, viewer.id);
        return listIn(trx, viewer, eventId);
      }),
  };
}
