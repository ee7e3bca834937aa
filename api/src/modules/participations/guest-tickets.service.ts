import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { getGuestTicket, issueGuestReceipt } from '@manabiba/shared/contract/guest-tickets';
import type { Receipt } from '@manabiba/shared/contract/receipts';
import type { Participation } from '@manabiba/shared/contract/tickets';

import type { SignedInViewer, Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import type { Limit, Limiter } from '../../platform/security/limiter';
import type { EventsService } from '../events/events.service';
import type { ReceiptsService } from '../receipts/receipts.service';
import type { UsersService } from '../users/users.service';
import type { CancellationsService } from './cancellations.service';
import type { GuestTokens } from './guest-tokens';
import { isLive, seatOf } from './participation-rules';
import type { ParticipationRow, ParticipationsRepository } from './participations.repository';
import type { Refunds } from './refunds';
import type { SeatsService } from './seats.service';

interface GuestTicketsDeps {
  db: Db;
  participations: ParticipationsRepository;
  steps: SeatsService;
  cancellations: CancellationsService;
  users: UsersService;
  events: EventsService;
  guestTokens: GuestTokens;
  refunds: Pick<Refunds, 'giveTo'>;
  receipts: Pick<ReceiptsService, 'numberOfGuest' | 'issueToGuest' | 'getOfGuest'>;
  limiter: Limiter;
  clock: Clock;
}

/** Receipts issued for one ticket: a new version for each addressee. */
const RECEIPTS: Limit = { max: 10, windowSeconds: 3600 };

export type GuestTicketsService = ReturnType<typeof createGuestTicketsService>;

/** Tickets of guests without an account, opened by the link in their mails. */
export function createGuestTicketsService({
  db,
  participations,
  steps,
  cancellations,
  users,
  events,
  guestTokens,
  refunds,
  receipts,
  limiter,
  clock,
}: GuestTicketsDeps) {
  /** An unknown token is `not_found`, as is one of a ticket claimed by an account. */
  async function find(token: string): Promise<ParticipationRow> {
    const row = await participations.findGuest(guestTokens.hashOf(token));
    if (!row) throw new AppError('not_found');
    return row;
  }

  return {
    async get(viewer: Viewer, token: string): Promise<EndpointOutput<typeof getGuestTicket>> {
      const row = await find(token);
      const { id, event_id: eventId, guest_email: email, state } = row;
      // The receipt of a further seat is its buyer's.
      const hasReceipt = row.lead_id === null && (state === 'confirmed' || state === 'joined');
      const [event, participation, receipt, cancellation] = await Promise.all([
        events.get(viewer, eventId),
        events.participation(id),
        hasReceipt ? receipts.numberOfGuest(id) : null,
        cancellations.previewOfGuest(row),
      ]);
      return { event, participation, email: email ?? '', receipt, cancellation };
    },

    /** Issues the receipt, or reissues it for another addressee. */
    async issueReceipt(token: string, addressee: string): Promise<EndpointOutput<typeof issueGuestReceipt>> {
      const { id } = await find(token);
      await limiter.consume(`guest-receipt:${id}`, RECEIPTS);
      const { number } = await receipts.issueToGuest(id, addressee);
      if (number === null) throw new Error(`The receipt of ${id} has no number right after it was issued`);
      return { number };
    },

    /** Returns the issued receipt; `not_found` before that. */
    receipt: async (token: string): Promise<Receipt> => receipts.getOfGuest((await find(token)).id),

    /**
     * Cancels like a user with an account: in an event that has begun it is `not_refundable`. Where only an unpaid seat
     * is to be released, a paid one is `already`.
     */
    async cancel(token: string, isUnpaid: boolean): Promise<Participation> {
      const { id } = await find(token);
      await inTransaction(db, async (trx) => {
        if (isUnpaid && seatOf(await steps.lock(trx, id)) === 'sold') throw new AppError('already');
        await cancellations.end(trx, id, null, clock.now());
      });
      return events.participation(id);
    },

    /**
     * Transfers the ticket to the account. A user with a participation gets `already`; an ended one, or the organizer's
     * own event, is `conflict`.
     */
    async claim(viewer: SignedInViewer, token: string): Promise<Participation> {
      const { id } = await find(token);
      await inTransaction(db, async (trx) => {
        await users.lock(trx, viewer.id);
        await users.holdActive(trx, viewer.id);
        const row = await steps.lock(trx, id);
        if (row.user_id !== null) throw new AppError('not_found');
        const event = await participations.findEvent(trx, row.event_id);
        if (!isLive(row) || event?.organizer_id === viewer.id) throw new AppError('conflict');
        if (!(await participations.claim(trx, id, viewer.id, clock.now()))) throw new AppError('already');
        await refunds.giveTo(trx, id, viewer.id);
        await publish(trx, 'guestTicketClaimed', { participationId: id, eventId: row.event_id, userId: viewer.id });
      });
      return events.participation(id);
    },
  };
}
