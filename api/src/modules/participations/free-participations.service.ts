import type { createParticipation } from '@manabiba/shared/contract/participations';
import type { Participation } from '@manabiba/shared/contract/tickets';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import type { Limiter } from '../../platform/security/limiter';
import type { EventsService } from '../events/events.service';
import type { UsersService } from '../users/users.service';
import { hasBegun, requireEligible, requireOnSale, requireTakingPlace, routeOf } from './participation-rules';
import type {
  EventForSale,
  ParticipationRow,
  ParticipationsRepository,
  TicketForSale,
} from './participations.repository';
import type { SeatsRepository } from './seats.repository';
import type { SeatsService } from './seats.service';

/** Confirms payments; provided by the payments module. */
export interface PaymentConfirmation {
  /**
   * Checks the user's intent at the provider and confirms the seat. An unpaid one is `payment_required`. Returns the
   * participation.
   */
  confirm(viewer: SignedInViewer, payment: { eventId: string; paymentIntentId: string }): Promise<string>;
}

interface FreeParticipationsDeps {
  db: Db;
  participations: ParticipationsRepository;
  seats: SeatsRepository;
  steps: SeatsService;
  users: UsersService;
  events: EventsService;
  payments: PaymentConfirmation;
  limiter: Limiter;
  clock: Clock;
}

/** Limit of wrong codes per user. */
const CODE_LIMIT = { max: 20, windowSeconds: 600 };

interface Application {
  viewer: SignedInViewer;
  event: EventForSale;
  ticket: TicketForSale;
  now: Date;
}

export type FreeParticipationsService = ReturnType<typeof createFreeParticipationsService>;

/** Seats without a payment: for subscribers, for students, by a code, and of free tickets; and the waiting list. */
export function createFreeParticipationsService({
  db,
  participations,
  seats,
  steps,
  users,
  events,
  payments,
  limiter,
  clock,
}: FreeParticipationsDeps) {
  /** The transaction locks the account against withdrawal, then decides. Returns the resulting participation. */
  async function take(viewer: SignedInViewer, decide: (trx: Trx) => Promise<ParticipationRow>): Promise<Participation> {
    const { id } = await inTransaction(db, async (trx) => {
      await users.holdActive(trx, viewer.id);
      return decide(trx);
    });
    return events.participation(id);
  }

  const findEvent = async (trx: Trx, id: string) =>
    requireTakingPlace(await participations.findEvent(trx, id), clock.now());

  /** Accepts an offer before it expires. */
  async function accept(trx: Trx, offered: ParticipationRow, now: Date): Promise<ParticipationRow> {
    const row = await steps.lock(trx, offered.id);
    if (row.state !== 'offered' || (row.hold_expires_at !== null && row.hold_expires_at <= now))
      throw new AppError('hold_expired');
    return steps.confirm(trx, row, now);
  }

  /** Takes a free seat; undefined when none is left. */
  async function seat(
    trx: Trx,
    { viewer, event, ticket, now }: Application,
    given: { route: ParticipationRow['route']; invitationId?: string },
  ): Promise<ParticipationRow | undefined> {
    if (!(await seats.take(trx, ticket.id))) return undefined;
    // Cancelling an event ends participations with the ticket locked: either this sees the cancellation, or the
    // cancellation sees this seat.
    requireTakingPlace(await participations.findEvent(trx, event.id), now);
    return steps.insert(trx, {
      id: newId('par'),
      event_id: event.id,
      ticket_type_id: ticket.id,
      user_id: viewer.id,
      guest_email: null,
      route: given.route,
      invitation_id: given.invitationId ?? null,
      state: 'confirmed',
      payment_intent_id: null,
      amount: 0,
      confirmed_at: now,
      created_at: now,
      updated_at: now,
    });
  }

  /**
   * Takes a seat of the first of these tickets that has one. None left is `full`; if none is on sale, throws the
   * reason.
   */
  async function takeFirst(trx: Trx, viewer: SignedInViewer, event: EventForSale, tickets: TicketForSale[]) {
    const now = clock.now();
    const live = await participations.findLive(trx, event.id, viewer.id);
    if (live?.state === 'offered' && tickets.some(({ id }) => id === live.ticket_type_id))
      return accept(trx, live, now);
    if (live) throw new AppError('already');
    if (tickets.length === 0) throw new AppError('not_found');
    const open = tickets.filter((ticket) => ticket.sale_start_at <= now && now < ticket.sale_end_at);
    if (open.length === 0) for (const ticket of tickets) requireOnSale(ticket, now);
    for (const ticket of open) {
      const taken = await seat(trx, { viewer, event, ticket, now }, { route: routeOf(ticket.kind) });
      if (taken) return taken;
    }
    return refuseFull(trx, viewer, event);
  }

  /** No seat is left: the user may have taken the last one by a double click. */
  async function refuseFull(trx: Trx, viewer: SignedInViewer, event: EventForSale): Promise<never> {
    throw new AppError((await participations.findLive(trx, event.id, viewer.id)) ? 'already' : 'full');
  }

  /** Returns the ticket that `createParticipation` refers to: the named one, or the only one open to everyone. */
  function choose(tickets: TicketForSale[], ticketTypeId: string | undefined): TicketForSale {
    if (ticketTypeId !== undefined) {
      const named = tickets.find(({ id }) => id === ticketTypeId);
      if (!named) throw new AppError('not_found');
      return named;
    }
    const [only, ...others] = tickets.filter(({ kind }) => kind === 'general');
    if (!only) throw new AppError('not_found');
    if (others.length > 0) throw new AppError('invalid', { fields: { ticketTypeId: 'チケットを選択してください。' } });
    return only;
  }

  /** With the ticket locked: takes a seat that has become free meanwhile, else a place on the waiting list. */
  async function wait(trx: Trx, application: Application): Promise<ParticipationRow> {
    const { viewer, event, ticket, now } = application;
    await seats.lock(trx, ticket.id);
    requireTakingPlace(await participations.findEvent(trx, event.id), now);
    if (await participations.findLive(trx, event.id, viewer.id)) throw new AppError('already');
    if (await seats.hasRoom(trx, ticket.id)) {
      const taken = ticket.price === 0 && (await seat(trx, application, { route: routeOf(ticket.kind) }));
      if (!taken) throw new AppError('payment_required');
      return taken;
    }
    if (hasBegun(event, now)) throw new AppError('sold_out');
    return steps.wait(trx, { event, ticket, userId: viewer.id, route: routeOf(ticket.kind), since: now, now });
  }

  async function apply(trx: Trx, viewer: SignedInViewer, eventId: string, ticketTypeId: string | undefined) {
    const now = clock.now();
    const event = await findEvent(trx, eventId);
    if (event.organizer_id === viewer.id) throw new AppError('conflict');
    const tickets = await participations.findTickets(trx, eventId);
    const live = await participations.findLive(trx, eventId, viewer.id);
    const offered = live?.state === 'offered' ? tickets.find(({ id }) => id === live.ticket_type_id) : undefined;
    if (live && offered && (ticketTypeId === undefined || ticketTypeId === offered.id)) {
      if (offered.price > 0) throw new AppError('payment_required');
      return accept(trx, live, now);
    }
    if (live) throw new AppError('already');
    const ticket = choose(tickets, ticketTypeId);
    requireOnSale(ticket, now);
    requireEligible(ticket, {
      isStudentAge: viewer.isStudentAge,
      isSubscribed: ticket.kind === 'premium' && (await users.isSubscribed(trx, viewer.id)),
    });
    const application = { viewer, event, ticket, now };
    const taken = ticket.price === 0 && (await seat(trx, application, { route: routeOf(ticket.kind) }));
    return taken || wait(trx, application);
  }

  return {
    /** `createPremiumParticipation`. Without a plan it is `subscription_required`. */
    takePremium: (viewer: SignedInViewer, eventId: string): Promise<Participation> =>
      take(viewer, async (trx) => {
        const event = await findEvent(trx, eventId);
        if (!(await users.isSubscribed(trx, viewer.id))) throw new AppError('subscription_required');
        const tickets = await participations.findTickets(trx, eventId);
        return takeFirst(
          trx,
          viewer,
          event,
          tickets.filter(({ kind }) => kind === 'premium'),
        );
      }),

    /** `createStudentParticipation`. Over 24 it is `student_only`; when student tickets are paid it is `conflict`. */
    takeStudent: (viewer: SignedInViewer, eventId: string): Promise<Participation> =>
      take(viewer, async (trx) => {
        const event = await findEvent(trx, eventId);
        if (!viewer.isStudentAge) throw new AppError('student_only');
        const tickets = (await participations.findTickets(trx, eventId)).filter(({ kind }) => kind === 'student');
        const free = tickets.filter(({ price }) => price === 0);
        if (tickets.length > 0 && free.length === 0) throw new AppError('conflict');
        return takeFirst(trx, viewer, event, free);
      }),

    /** `redeemInvitation`. An unknown, revoked or expired code is `not_found`; a used up one is `code_used`. */
    async redeem(viewer: SignedInViewer, eventId: string, code: string): Promise<Participation> {
      await limiter.consume(`invitation:${viewer.id}`, CODE_LIMIT);
      return take(viewer, async (trx) => {
        const now = clock.now();
        const event = await findEvent(trx, eventId);
        const invitation = await participations.findInvitation(trx, eventId, code);
        const isGood =
          invitation && !invitation.revoked_at && (invitation.expires_at === null || invitation.expires_at > now);
        if (!isGood) throw new AppError('not_found');
        if (await participations.findLive(trx, eventId, viewer.id)) throw new AppError('already');
        const ticket = (await participations.findTickets(trx, eventId)).find(
          ({ id }) => id === invitation.ticket_type_id,
        );
        if (!ticket) throw new Error(`Invitation ${invitation.id} is for no ticket`);
        requireOnSale(ticket, now);
        if (invitation.uses >= invitation.max_uses) throw new AppError('code_used');
        const given = { route: 'invitation', invitationId: invitation.id } as const;
        const taken = await seat(trx, { viewer, event, ticket, now }, given);
        if (!taken) return refuseFull(trx, viewer, event);
        if (!(await participations.useInvitation(trx, invitation.id))) throw new AppError('code_used');
        return taken;
      });
    },

    /**
     * `createParticipation`: takes a free, offered or paid seat; when none is left, a place on the waiting list.
     *
     * A paid ticket with seats left is `payment_required`.
     */
    async create(
      viewer: SignedInViewer,
      eventId: string,
      { ticketTypeId, paymentIntentId }: z.output<typeof createParticipation.body>,
    ): Promise<Participation> {
      if (paymentIntentId === undefined) return take(viewer, (trx) => apply(trx, viewer, eventId, ticketTypeId));
      const paid = await events.participation(await payments.confirm(viewer, { eventId, paymentIntentId }));
      // Its buyer may have given it away since.
      if (paid.userId !== viewer.id) throw new AppError('not_found');
      return paid;
    },
  };
}
