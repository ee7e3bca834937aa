import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { getGuestTicket } from '@manabiba/shared/contract/guest-tickets';
import type { Participation } from '@manabiba/shared/contract/tickets';

import type { SignedInViewer, Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import type { EventsService } from '../events/events.service';
import type { UsersService } from '../users/users.service';
import type { CancellationsService } from './cancellations.service';
import type { GuestTokens } from './guest-tokens';
import { isLive } from './participation-rules';
import type { ParticipationRow, ParticipationsRepository } from './participations.repository';
import type { Refunds } from './participations.service';
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
  clock: Clock;
}

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
      const { id, event_id: eventId, guest_email: email } = await find(token);
      const [event, participation] = await Promise.all([events.get(viewer, eventId), events.participation(id)]);
      return { event, participation, email: email ?? '' };
    },

    /** Cancels like a user with an account: in an event that has begun it is `not_refundable`. */
    async cancel(token: string): Promise<Participation> {
      const { id } = await find(token);
      await inTransaction(db, (trx) => cancellations.end(trx, id, clock.now()));
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
