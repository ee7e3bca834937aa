import type { Cancellation } from '@manabiba/shared/contract/participations';
import type { Participation } from '@manabiba/shared/contract/tickets';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { EventsService } from '../events/events.service';
import { archiveTicketsRepository } from './archive-tickets.repository';
import type { CompanionsService } from './companions/companions.service';
import { fullRefundUntil, hasBegun, isLive, seatOf } from './participation-rules';
import type { EventForSale, ParticipationRow, ParticipationsRepository } from './participations.repository';
import type { Refunds } from './refunds';
import type { SeatsService } from './seats.service';

interface CancellationsDeps {
  db: Db;
  participations: ParticipationsRepository;
  steps: SeatsService;
  companions: CompanionsService;
  refunds: Pick<Refunds, 'paidBy'>;
  events: EventsService;
  clock: Clock;
}

/** Returns the refund of a cancellation now, until the given time. */
const refundOf = (until: Date | null, paid: number, now: Date) => (until !== null && now <= until ? paid : 0);

export type CancellationsService = ReturnType<typeof createCancellationsService>;

/** Cancelling participations, offers, holds and waiting list entries by their users. */
export function createCancellationsService({
  db,
  participations,
  steps,
  companions,
  refunds,
  events,
  clock,
}: CancellationsDeps) {
  /**
   * Returns whether a place can no longer be given up: its event has begun, or an archive has been watched or had for
   * long.
   */
  async function isKept(trx: Trx, row: ParticipationRow, event: EventForSale, now: Date): Promise<boolean> {
    if (row.route !== 'archive') return hasBegun(event, now);
    const until = fullRefundUntil(event, row);
    return until === null || now > until || archiveTicketsRepository.hasWatched(trx, row);
  }

  async function find(trx: Trx, row: ParticipationRow, now: Date): Promise<EventForSale> {
    const event = await participations.findEvent(trx, row.event_id);
    if (!event) throw new Error(`Participation ${row.id} has no event`);
    if (seatOf(row) === 'sold' && (await isKept(trx, row, event, now))) throw new AppError('not_refundable');
    return event;
  }

  async function findMine(trx: Trx, viewer: SignedInViewer, eventId: string): Promise<ParticipationRow> {
    const row = await participations.findLive(trx, eventId, viewer.id);
    if (!row) throw new AppError('not_found');
    return row;
  }

  /** Ends a live, locked participation as its event's refund policy says. */
  async function endByPolicy(trx: Trx, row: ParticipationRow, now: Date): Promise<ParticipationRow> {
    const event = await find(trx, row, now);
    const refund =
      seatOf(row) === 'sold' ? refundOf(fullRefundUntil(event, row), await companions.paidOf(trx, row), now) : 0;
    return companions.end(trx, row, { reason: 'self', refund, now });
  }

  /** Ends a live participation at its user's request. Payments are refunded by the event's refund policy. */
  async function end(trx: Trx, id: string, holderId: string | null, now: Date): Promise<ParticipationRow> {
    const row = await steps.lock(trx, id);
    // Until it was locked, somebody else may have got it.
    if (!isLive(row) || row.user_id !== holderId) throw new AppError('not_found');
    if (holderId === null && row.lead_id !== null)
      throw new AppError('not_refundable', { sentence: 'このチケットは、購入した方だけが取り消せます。' });
    return endByPolicy(trx, row, now);
  }

  function previewFor(paid: number, row: ParticipationRow, event: EventForSale): Cancellation {
    const until = paid > 0 ? fullRefundUntil(event, row) : null;
    return { paid, refund: refundOf(until, paid, clock.now()), fullRefundUntil: until?.toISOString() ?? null };
  }

  const previewOf = async (trx: Trx, row: ParticipationRow, event: EventForSale): Promise<Cancellation> =>
    previewFor(seatOf(row) === 'sold' ? await companions.paidBy(trx, row) : 0, row, event);

  return {
    end,

    /** Returns what cancelling a further seat would refund to its buyer; null if they cannot cancel it. */
    async previewOfCompanions(
      trx: Trx,
      lead: ParticipationRow,
    ): Promise<(row: ParticipationRow) => Cancellation | null> {
      const event = await participations.findEvent(trx, lead.event_id);
      if (!event || hasBegun(event, clock.now())) return () => null;
      const left = await refunds.paidBy(trx, lead.id, lead.user_id);
      return (row) =>
        row.user_id === null && seatOf(row) === 'sold' ? previewFor(Math.min(left, row.amount), row, event) : null;
    },

    /** Cancels a paid further seat for the buyer of the seat that leads it. */
    async endCompanion(trx: Trx, id: string, buyerId: string): Promise<void> {
      const row = await steps.lock(trx, id);
      const lead = row.lead_id === null ? null : await participations.lock(trx, row.lead_id);
      if (lead?.user_id !== buyerId || row.user_id !== null || seatOf(row) !== 'sold') throw new AppError('not_found');
      await endByPolicy(trx, row, clock.now());
    },

    /** Returns what cancelling would refund. */
    preview: (viewer: SignedInViewer, eventId: string): Promise<Cancellation> =>
      inTransaction(db, async (trx) => {
        const row = await findMine(trx, viewer, eventId);
        return previewOf(trx, row, await find(trx, row, clock.now()));
      }),

    /** Does the same for a guest's ticket; null for one that cannot be cancelled. */
    previewOfGuest: (row: ParticipationRow): Promise<Cancellation | null> =>
      inTransaction(db, async (trx) => {
        const event = await participations.findEvent(trx, row.event_id);
        const canCancel = isLive(row) && row.lead_id === null;
        return event && canCancel && !hasBegun(event, clock.now()) ? previewOf(trx, row, event) : null;
      }),

    /** Cancels the user's participation in an event. In an event that has begun it is `not_refundable`. */
    async cancel(viewer: SignedInViewer, eventId: string): Promise<Participation> {
      const { id } = await inTransaction(db, async (trx) =>
        end(trx, (await findMine(trx, viewer, eventId)).id, viewer.id, clock.now()),
      );
      return events.participation(id);
    },

    /**
     * Ends everything that a withdrawing user has in upcoming events, and unpaid archive tickets. Paid participations
     * have been checked before.
     */
    async giveUpAll(trx: Trx, userId: string, now: Date): Promise<void> {
      for (const row of await participations.findAllLive(trx, userId)) {
        const event = await participations.findEvent(trx, row.event_id);
        const isAhead = row.route === 'archive' ? seatOf(row) === 'held' : event && !hasBegun(event, now);
        if (isAhead) await end(trx, row.id, userId, now);
      }
    },
  };
}
