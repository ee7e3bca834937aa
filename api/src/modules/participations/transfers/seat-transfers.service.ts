import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { SEAT_TRANSFER_HOURS } from '@manabiba/shared/contract/limits';
import type {
  listSeatTransfers,
  SeatOffer,
  SeatRecipient,
  SeatTransfer,
} from '@manabiba/shared/contract/seat-transfers';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { addHours, min, subDays } from 'date-fns';
import { secondsInDay } from 'date-fns/constants';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { type DomainEventHandlers, publish } from '../../../platform/events/domain-events';
import { newId } from '../../../platform/ids';
import type { Limiter } from '../../../platform/security/limiter';
import type { EventsService } from '../../events/events.service';
import type { TeamLogService } from '../../teams/team-log.service';
import type { UsersService } from '../../users/users.service';
import { companionsRepository } from '../companions/companions.repository';
import type { GuestTokens } from '../guest-tokens';
import { hasBegun, requireEligible, seatOf } from '../participation-rules';
import type { EventForSale, ParticipationRow, ParticipationsRepository } from '../participations.repository';
import type { SeatsService } from '../seats.service';
import type { SeatTransferMails } from './seat-transfer-mails';
import type { ListedTransferRow, SeatOfferRow, SeatTransfersRepository } from './seat-transfers.repository';

interface SeatTransfersDeps {
  db: Db;
  transfers: SeatTransfersRepository;
  participations: ParticipationsRepository;
  steps: SeatsService;
  users: UsersService;
  events: EventsService;
  log: Pick<TeamLogService, 'record'>;
  mails: SeatTransferMails;
  /** Of the links in mails. */
  tokens: GuestTokens;
  limiter: Limiter;
  write: Write;
  clock: Clock;
}

/** Offers of one user, whatever their outcome: each sends a mail to somebody who may not know the sender. */
const DAILY = { max: 20, windowSeconds: secondsInDay };

/** How long a payment can still seat a hold that has expired: its attempt is cancelled at the provider within minutes. */
const LATE_PAYMENT_DAYS = 1;

export type SeatTransfersService = ReturnType<typeof createSeatTransfersService>;

/**
 * Transfers of seats from their holders to other users. The participation stays the same and gets another user, so that
 * the seat is counted once, has one holder at any time, and keeps the payment of whoever bought it.
 */
export function createSeatTransfersService(deps: SeatTransfersDeps) {
  const { db, transfers, participations, steps, users, events, log, mails, tokens, limiter, write, clock } = deps;

  /** Throws unless the holder of a locked seat may give it away. */
  async function requireGivable(trx: Trx, row: ParticipationRow): Promise<EventForSale> {
    const event = await participations.findEvent(trx, row.event_id);
    if (!event) throw new Error(`Participation ${row.id} has no event`);
    if (row.route === 'archive' || row.route === 'invitation')
      throw new AppError('conflict', { sentence: 'このチケットは譲れません。' });
    if (!(await transfers.allowsTransfers(trx, event.id)))
      throw new AppError('conflict', { sentence: 'このイベントでは、主催者がチケットの譲渡を受け付けていません。' });
    if (row.state === 'joined' || row.checked_in_at !== null)
      throw new AppError('conflict', { sentence: '入場したチケットは譲れません。' });
    if (event.state === 'cancelled') throw new AppError('conflict');
    if (hasBegun(event, clock.now())) throw new AppError('ended');
    return event;
  }

  async function requireOther(trx: Trx, userId: string, email: string, field: string): Promise<void> {
    if ((await transfers.findPerson(trx, userId)).email === email)
      throw new AppError('invalid', { fields: { [field]: 'ご自身には贈れません。' } });
  }

  /** Returns a new offer's id. One that is open is `already`. */
  async function open(
    trx: Trx,
    row: Pick<ParticipationRow, 'id'>,
    offer: SeatRecipient & { userId: string; isGift: boolean; until: Date },
  ): Promise<string> {
    const now = clock.now();
    await transfers.deleteExpired(trx, now, row.id);
    const id = newId('trf');
    const isNew = await transfers.insert(trx, {
      id,
      participation_id: row.id,
      from_user_id: offer.userId,
      is_gift: offer.isGift,
      email: offer.email,
      message: offer.message,
      token_hash: tokens.hashOf(tokens.tokenOf(id)),
      expires_at: offer.until,
      created_at: now,
    });
    if (!isNew) throw new AppError('already', { sentence: 'このチケットは、すでに譲渡の手続き中です。' });
    return id;
  }

  /** Sends the mail with the link, unless the account of the address is closed or blocked. */
  async function deliver(trx: Trx, id: string): Promise<void> {
    const token = tokens.tokenOf(id);
    const offer = await transfers.findOffer(trx, tokens.hashOf(token), clock.now());
    if (!offer || offer.email === null) return;
    const account = await transfers.findAccount(trx, offer.email);
    const isUnreachable =
      account &&
      (account.state === 'suspended' ||
        account.state === 'withdrawn' ||
        (await transfers.isBlocked(trx, account.id, offer.from_user_id)));
    if (!isUnreachable) await mails.offered(trx, offer, { email: offer.email, userId: account?.id ?? null, token });
  }

  async function requireOffer(on: Db | Trx, token: string): Promise<SeatOfferRow> {
    const offer = await transfers.findOffer(on, tokens.hashOf(token), clock.now());
    if (!offer) throw new AppError('link_expired');
    return offer;
  }

  /** Throws unless the viewer could take this ticket, and has no place in its event. */
  async function requireRecipient(trx: Trx, viewer: SignedInViewer, row: ParticipationRow): Promise<void> {
    const ticket = (await participations.findTickets(trx, row.event_id)).find(({ id }) => id === row.ticket_type_id);
    if (!ticket) throw new Error(`Participation ${row.id} has no ticket type`);
    requireEligible(ticket, {
      isStudentAge: viewer.isStudentAge,
      isSubscribed: ticket.kind === 'premium' && (await users.isSubscribed(trx, viewer.id)),
    });
    if (await participations.findLive(trx, row.event_id, viewer.id)) throw new AppError('already');
  }

  return {
    /** Offers the viewer's seat to the owner of an address. The answer does not reveal whether it has an account. */
    create(viewer: SignedInViewer, eventId: string, recipient: SeatRecipient): Promise<SeatTransfer> {
      return write(async (trx) => {
        await users.holdActive(trx, viewer.id);
        await limiter.consume(`seat-transfers:${viewer.id}`, DAILY, trx);
        const found = await participations.findLive(trx, eventId, viewer.id);
        if (!found || seatOf(found) !== 'sold') throw new AppError('not_found');
        const row = await steps.lock(trx, found.id);
        if (row.user_id !== viewer.id || seatOf(row) !== 'sold') throw new AppError('not_found');
        const event = await requireGivable(trx, row);
        // They would end with the seat of somebody who has not bought them.
        if (await companionsRepository.hasLive(trx, row.id))
          throw new AppError('conflict', { sentence: 'お連れの方のお席があるチケットは譲れません。' });
        await requireOther(trx, viewer.id, recipient.email, 'email');
        const until = min([addHours(clock.now(), SEAT_TRANSFER_HOURS), event.start_at]);
        const id = await open(trx, row, { ...recipient, userId: viewer.id, isGift: false, until });
        await deliver(trx, id);
        return only(await transfers.list(trx, { userId: viewer.id, now: clock.now(), id }));
      });
    },

    /**
     * Makes a seat that is held for its buyer a gift, sends it to another address, or takes that back (null). The mail
     * is sent once the seat is paid.
     */
    async setGift(trx: Trx, held: ParticipationRow, gift: SeatRecipient | null): Promise<void> {
      const current = await transfers.findOpenOf(trx, held.id);
      if (gift === null) {
        if (current) await transfers.deleteOpen(trx, current.id);
        return;
      }
      const { user_id: userId } = held;
      if (userId === null) throw new Error(`The guest of ${held.id} has no account to give from`);
      const event = await requireGivable(trx, held);
      await requireOther(trx, userId, gift.email, 'gift');
      if (current) await transfers.redirect(trx, current.id, gift);
      else {
        await limiter.consume(`seat-transfers:${userId}`, DAILY, trx);
        await open(trx, held, { ...gift, userId, isGift: true, until: event.start_at });
      }
    },

    /** Whether a seat is on its way to somebody else, as a gift is. */
    isOffered: async (trx: Trx, participationId: string): Promise<boolean> =>
      (await transfers.findOpenOf(trx, participationId)) !== undefined,

    list: async (viewer: SignedInViewer): Promise<EndpointOutput<typeof listSeatTransfers>> => ({
      items: (await transfers.list(db, { userId: viewer.id, now: clock.now() })).map(toSeatTransfer),
    }),

    /** Withdraws an open offer. Of this and an acceptance at the same time, one wins. */
    withdraw: (viewer: SignedInViewer, id: string): Promise<void> =>
      write(async (trx) => {
        if (!(await transfers.findOwn(trx, id, viewer.id))) throw new AppError('not_found');
        if (!(await transfers.deleteOpen(trx, id))) throw new AppError('conflict');
      }),

    async show(token: string): Promise<SeatOffer> {
      const offer = await requireOffer(db, token);
      if (offer.email === null || offer.expires_at === null) throw new AppError('link_expired');
      return {
        eventId: offer.event_id,
        eventTitle: offer.title,
        startAt: offer.start_at.toISOString(),
        endAt: offer.end_at.toISOString(),
        organizerName: offer.organizer_name,
        ticketName: offer.ticket_name,
        giverName: offer.giver_name,
        isGift: offer.is_gift,
        message: offer.message,
        email: offer.email,
        expiresAt: offer.expires_at.toISOString(),
      };
    },

    /** Moves the seat to the viewer, whatever their address is. */
    async accept(viewer: SignedInViewer, token: string): Promise<Participation> {
      const participationId = await write(async (trx) => {
        const { from_user_id: giverId, participation_id: id } = await requireOffer(trx, token);
        if (giverId === viewer.id)
          throw new AppError('conflict', { sentence: 'ご自身のチケットです。このリンクは、譲る相手の方が開きます。' });
        await transfers.lockBoth(trx, giverId, viewer.id);
        await users.holdActive(trx, viewer.id);
        const row = await steps.lock(trx, id);
        // Again, now that neither the giver nor the seat can change.
        const offer = await requireOffer(trx, token);
        if (await transfers.isBlocked(trx, giverId, viewer.id)) throw new AppError('link_expired');
        if (offer.organizer_id === viewer.id) throw new AppError('conflict');
        await requireRecipient(trx, viewer, row);
        const now = clock.now();
        if (!(await transfers.accept(trx, offer.id, viewer.id, now))) throw new AppError('link_expired');
        await participations.update(trx, id, { user_id: viewer.id, updated_at: now });
        const eventId = row.event_id;
        await log.record(trx, { subjectId: eventId, actorId: giverId, act: 'seat_transferred', participationId: id });
        await publish(trx, 'seatTransferred', { participationId: id, eventId, fromUserId: giverId, userId: viewer.id });
        return id;
      });
      return events.participation(participationId);
    },

    async decline(token: string): Promise<{ ok: true }> {
      await write(async (trx) => {
        const offer = await requireOffer(trx, token);
        if (!(await transfers.deleteOpen(trx, offer.id))) throw new AppError('link_expired');
        await mails.declined(trx, offer);
      });
      return { ok: true };
    },

    /** Sends the mails of seats that are paid, moved and ended, and ends the offers of those that have ended. */
    consumer: {
      async participationConfirmed(trx, { payload: { participationId } }) {
        const offer = await transfers.findOpenOf(trx, participationId);
        if (offer?.is_gift) await deliver(trx, offer.id);
      },
      eventRescheduled: (trx, { payload: { eventId, to } }) => transfers.followStart(trx, eventId, new Date(to)),
      async participationCancelled(trx, { payload: { participationId, reason, refund } }) {
        await transfers.deleteOpenOf(trx, participationId);
        await mails.ended(trx, participationId, reason, refund);
      },
      participationRefunded: (trx, { payload: { participationId } }) => mails.refunded(trx, participationId),
      seatTransferred: (trx, { payload: { participationId, fromUserId, userId } }) =>
        mails.transferred(trx, participationId, fromUserId, userId),
    } satisfies DomainEventHandlers,

    /** Deletes offers that can no longer be accepted, with their addresses. */
    async deleteExpired(): Promise<void> {
      const now = clock.now();
      await transfers.deleteExpired(db, now);
      await transfers.deleteUnpaid(db, subDays(now, LATE_PAYMENT_DAYS));
    },
  };
}

const only = ([row]: ListedTransferRow[]): SeatTransfer => {
  if (!row) throw new Error('A seat transfer could not be loaded right after it was created');
  return toSeatTransfer(row);
};

function toSeatTransfer(row: ListedTransferRow): SeatTransfer {
  const { payment_id: receiptId, paid: amount, refunded } = row;
  return {
    id: row.id,
    event: { id: row.event_id, title: row.title, startAt: row.start_at.toISOString() },
    ticketName: row.ticket_name,
    isGift: row.is_gift,
    email: row.email,
    expiresAt: row.expires_at?.toISOString() ?? null,
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    recipient: row.recipient,
    isCancelled: ['cancelled', 'refund_pending', 'refunded'].includes(row.seat_state),
    payment: receiptId === null || amount === null || refunded === null ? null : { amount, refunded, receiptId },
  };
}
