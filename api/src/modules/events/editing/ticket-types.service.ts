import type { createTicketTypeBody, updateTicketTypeBody } from '@manabiba/shared/contract/event-tickets';
import { MAX_TICKET_TYPES } from '@manabiba/shared/contract/limits';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { ParticipationsService } from '../../participations/participations.service';
import type { EventAuthorityService } from '../../teams/team-authority.service';
import type { TeamLogService } from '../../teams/team-log.service';
import { toTicketType } from '../event-row';
import type { TicketTypeRow } from '../events.repository';
import type { LockedEvent } from '../life/event-states.repository';
import type { OrganizedEventsRepository } from './organized-events.repository';
import type { PayoutReadiness } from './organized-events.service';
import type { TicketTypesRepository } from './ticket-types.repository';

type CreateInput = z.output<typeof createTicketTypeBody>;
type UpdateInput = z.output<typeof updateTicketTypeBody>;

interface TicketTypesDeps {
  ticketTypes: TicketTypesRepository;
  organized: OrganizedEventsRepository;
  authority: EventAuthorityService;
  log: TeamLogService;
  participations: Pick<ParticipationsService, 'offerFreeSeats'>;
  payouts: PayoutReadiness;
  write: Write;
  clock: Clock;
}

export type TicketTypesService = ReturnType<typeof createTicketTypesService>;

/** Ticket types of an event, as its organizer defines them. */
export function createTicketTypesService(deps: TicketTypesDeps) {
  const { ticketTypes, organized, authority, log, participations, payouts, write, clock } = deps;

  /** Returns an event that the viewer may edit, locked, before it has begun; afterwards throws `conflict`. */
  async function lockOwn(trx: Trx, viewer: SignedInViewer, eventId: string): Promise<LockedEvent> {
    const event = await organized.lock(trx, eventId, { withTickets: true });
    await authority.requireIn(trx, viewer, eventId, 'edit');
    if (!event) throw new AppError('not_found');
    const hasBegun = event.state !== 'draft' && event.start_at <= clock.now();
    if (hasBegun || !['draft', 'published', 'open'].includes(event.state)) throw new AppError('conflict');
    return event;
  }

  /** Throws `invalid` for a price of a published event whose organizer cannot be paid, as publishing it would. */
  async function requirePayable(trx: Trx, { state, organizer_id: organizerId }: LockedEvent, price: number) {
    if (state === 'draft' || price === 0 || (await payouts.isReady(organizerId, trx))) return;
    throw new AppError('invalid', {
      fields: { price: '有料のチケットを販売するには、主催者の振込先の登録が必要です。' },
    });
  }

  async function lockTicket(
    trx: Trx,
    viewer: SignedInViewer,
    { id, ticketTypeId }: { id: string; ticketTypeId: string },
  ) {
    const event = await lockOwn(trx, viewer, id);
    const tickets = await organized.tickets(trx, id);
    const ticket = tickets.find((each) => each.id === ticketTypeId);
    if (!ticket) throw new AppError('not_found');
    return { event, ticket, isOnly: tickets.length === 1 };
  }

  return {
    /** Adds a ticket type after the others; the eleventh is `conflict`. */
    create(viewer: SignedInViewer, eventId: string, input: CreateInput): Promise<TicketType> {
      return write(async (trx) => {
        const event = await lockOwn(trx, viewer, eventId);
        const others = await organized.tickets(trx, eventId);
        if (others.length >= MAX_TICKET_TYPES) throw new AppError('conflict');
        requireFitting(input, event);
        await requirePayable(trx, event, input.price);
        const { name, kind, price, taxRate, quota, saleStartAt, saleEndAt } = input;
        const id = newId('tkt');
        await ticketTypes.insert(trx, {
          id,
          event_id: eventId,
          name,
          kind,
          price,
          tax_rate: taxRate,
          quota,
          sale_start_at: new Date(saleStartAt),
          sale_end_at: new Date(saleEndAt),
          position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
        });
        await log.record(trx, { subjectId: eventId, actorId: viewer.id, act: 'ticket_created', detail: name });
        return toTicketType(await ticketTypes.find(trx, id));
      });
    },

    /**
     * Changes a ticket type. Price, tax rate and kind are `conflict` once one is sold or held; a quota below that is
     * `quota_below_sold`. Seats are counted under lock; new ones are offered to the waiting list.
     */
    update(
      viewer: SignedInViewer,
      params: { id: string; ticketTypeId: string },
      input: UpdateInput,
    ): Promise<TicketType> {
      return write(async (trx) => {
        const { event, ticket } = await lockTicket(trx, viewer, params);
        const wanted = { ...toTicketType(ticket), ...input };
        requireFitting(wanted, event);
        const changesDeal =
          wanted.price !== ticket.price || wanted.taxRate !== ticket.tax_rate || wanted.kind !== ticket.kind;
        if (changesDeal && isTaken(ticket)) throw new AppError('conflict');
        if (wanted.price !== ticket.price) await requirePayable(trx, event, wanted.price);
        if (wanted.quota !== null && wanted.quota < ticket.sold + ticket.held)
          throw new AppError('quota_below_sold', {
            fields: { quota: `すでに${ticket.sold + ticket.held}席が申し込まれています。` },
          });
        await ticketTypes.update(trx, ticket.id, {
          name: wanted.name,
          kind: wanted.kind,
          price: wanted.price,
          tax_rate: wanted.taxRate,
          quota: wanted.quota,
          sale_start_at: new Date(wanted.saleStartAt),
          sale_end_at: new Date(wanted.saleEndAt),
        });
        await log.record(trx, { subjectId: event.id, actorId: viewer.id, act: 'ticket_updated', detail: wanted.name });
        // Additional seats are offered to the waiting list first.
        await participations.offerFreeSeats(trx, ticket.id, clock.now());
        return toTicketType(await ticketTypes.find(trx, ticket.id));
      });
    },

    /**
     * Deletes a ticket type that was never requested; the last one of a published event stays. Otherwise throws
     * `conflict`.
     */
    delete(viewer: SignedInViewer, params: { id: string; ticketTypeId: string }): Promise<void> {
      return write(async (trx) => {
        const { event, ticket, isOnly } = await lockTicket(trx, viewer, params);
        if (isTaken(ticket) || (await ticketTypes.hasParticipations(trx, ticket.id))) throw new AppError('conflict');
        if (event.state !== 'draft' && isOnly) throw new AppError('conflict');
        await ticketTypes.delete(trx, ticket.id);
        await log.record(trx, { subjectId: event.id, actorId: viewer.id, act: 'ticket_deleted', detail: ticket.name });
      });
    },
  };
}

const isTaken = ({ sold, held }: TicketTypeRow) => sold + held > 0;

type Offer = Pick<TicketType, 'kind' | 'price' | 'saleStartAt' | 'saleEndAt'>;

/** Throws `invalid` for a sale that does not end by the start, and for a price on a free kind. */
function requireFitting({ kind, price, saleStartAt, saleEndAt }: Offer, event: LockedEvent): void {
  const isFree = kind === 'premium' || kind === 'invited';
  const end = new Date(saleEndAt);
  const fields = {
    ...(isFree && price > 0 && { price: 'プラン会員と招待のチケットは無料です。' }),
    ...(new Date(saleStartAt) >= end && { saleEndAt: '販売の終了は開始より後の時刻にしてください。' }),
    ...(end > event.start_at && { saleEndAt: '開始より前の時刻にしてください。' }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
}
