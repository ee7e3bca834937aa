import { createHash, randomBytes } from 'node:crypto';

import { mailboxOf } from '@manabiba/shared/contract/email-address';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type {
  getPurchaseConsent,
  getPurchaseRequest,
  PurchaseConsent,
} from '@manabiba/shared/contract/purchase-consents';
import { isEqual } from 'date-fns';
import { secondsInDay } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { DomainEventHandlers } from '../../platform/events/domain-events';
import type { Limiter } from '../../platform/security/limiter';
import type { EventsService } from '../events/events.service';
import type { MailsService } from '../mails/mails.service';
import type { ParticipationsService } from '../participations/participations.service';
import { isMinor } from '../users/age';
import type { LockedPerson, UsersService } from '../users/users.service';
import { lateAnswer, momentOf, refundRuleOf, refundUntilOf, stateOf, yenOf } from './purchase-consent-rules';
import type { PurchaseConsentRow, PurchaseConsentsRepository } from './purchase-consents.repository';

const TOKEN_BYTES = 32;
const REQUESTS = { max: 5, windowSeconds: secondsInDay };
const ANSWERS = { max: 60, windowSeconds: 3600 };

interface PurchaseConsentsDeps {
  db: Db;
  consents: PurchaseConsentsRepository;
  participations: ParticipationsService;
  events: EventsService;
  users: UsersService;
  mails: MailsService;
  limiter: Limiter;
  clock: Clock;
}

interface Choice {
  ticketTypeId: string;
  guardianEmail: string;
}

export type PurchaseConsentsService = ReturnType<typeof createPurchaseConsentsService>;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Guardian consent to one purchase of a user aged 13 to 17: the seat is held while the guardian decides, payment may
 * start after consent, and the seat is released when the guardian refuses or does not answer in time.
 */
export function createPurchaseConsentsService(deps: PurchaseConsentsDeps) {
  const { db, consents, participations, events, users, mails, limiter, clock } = deps;

  /** Rejects adults with `age_restricted` and the user's own address with `invalid`. */
  function requireConsentRequest(person: LockedPerson, guardianEmail: string): void {
    if (!isMinor(person.birth_date, clock.now())) throw new AppError('age_restricted');
    const own = [person.email, person.pending_email].filter((address) => address !== null);
    if (own.some((address) => mailboxOf(address) === mailboxOf(guardianEmail)))
      throw new AppError('invalid', { fields: { guardianEmail: '保護者の方のメールアドレスを入力してください。' } });
  }

  async function findOrThrow(trx: Trx, participationId: string): Promise<PurchaseConsentRow> {
    const row = await consents.find(trx, participationId);
    if (!row) throw new Error(`The consent request of participation ${participationId} could not be loaded`);
    return row;
  }

  /** Holds a seat or finds the existing hold. */
  async function keepSeat(trx: Trx, viewer: SignedInViewer, eventId: string, ticketTypeId: string) {
    const saleEndAt = await consents.findSaleEnd(trx, eventId, ticketTypeId);
    if (!saleEndAt) throw new AppError('not_found');
    const now = clock.now();
    const holder = { userId: viewer.id, isStudentAge: viewer.isStudentAge };
    const holdUntil = lateAnswer(saleEndAt, now);
    return participations.resumeHold(trx, { eventId, ticketTypeId, holder, method: null, holdUntil, now });
  }

  async function sendRequest(trx: Trx, row: PurchaseConsentRow, token: string): Promise<void> {
    await mails.send(trx, 'purchase_consent', {
      to: row.guardian_email,
      userId: row.user_id,
      nickname: row.nickname,
      title: row.title,
      when: momentOf(row.start_at),
      ticket: row.ticket_name,
      price: yenOf(row.amount),
      refund: refundRuleOf(row),
      until: momentOf(row.hold_expires_at ?? clock.now()),
      token,
    });
  }

  async function agree(trx: Trx, { participation_id: id, sale_end_at: saleEndAt }: PurchaseConsentRow, name: string) {
    const now = clock.now();
    await consents.update(trx, id, { state: 'given', guardian_name: name, answered_at: now });
    await participations.prolongHold(trx, id, lateAnswer(saleEndAt, now));
    const { email, user_id: userId, nickname, title, event_id: eventId, ...row } = await findOrThrow(trx, id);
    if (email === null) return;
    const until = momentOf(row.hold_expires_at ?? now);
    const mailData = { to: email, userId, nickname, title, path: `/events/${eventId}` };
    await mails.send(trx, 'purchase_agreed', { ...mailData, price: yenOf(row.amount), until });
  }

  return {
    /** Returns whether a guardian has agreed to the purchase for which a seat is held. */
    isGiven: (trx: Trx, userId: string, ticketTypeId: string): Promise<boolean> =>
      consents.isGiven(trx, userId, ticketTypeId),

    async get(viewer: SignedInViewer, eventId: string): Promise<EndpointOutput<typeof getPurchaseConsent>> {
      await events.get(viewer, eventId);
      const { birth_date: birthDate } = await inTransaction(db, (trx) => users.lock(trx, viewer.id));
      const row = await consents.findLast(viewer.id, eventId);
      return { isNeeded: isMinor(birthDate, clock.now()), consent: row ? toConsent(row) : null };
    },

    /**
     * Holds the seat for 24 hours and sends the request to the guardian. Rejects with `already` when consent was given.
     */
    async request(viewer: SignedInViewer, eventId: string, choice: Choice): Promise<PurchaseConsent> {
      const { ticketTypeId, guardianEmail } = choice;
      return inTransaction(db, async (trx) => {
        requireConsentRequest(await users.lock(trx, viewer.id), guardianEmail);
        await limiter.consume(`purchase-consent:${viewer.id}`, REQUESTS, trx);
        if (await consents.isGiven(trx, viewer.id, ticketTypeId)) throw new AppError('already');
        const seat = await keepSeat(trx, viewer, eventId, ticketTypeId);
        const token = randomBytes(TOKEN_BYTES).toString('base64url');
        await consents.save(trx, {
          participation_id: seat.id,
          user_id: viewer.id,
          guardian_email: guardianEmail,
          token_hash: hashOf(token),
          amount: seat.amount,
          asked_at: clock.now(),
        });
        const row = await findOrThrow(trx, seat.id);
        await sendRequest(trx, row, token);
        return toConsent(row);
      });
    },

    /** Shows the request to the holder of the link. */
    async show(token: string): Promise<EndpointOutput<typeof getPurchaseRequest>> {
      const row = await consents.findByToken(hashOf(token));
      if (!row) throw new AppError('link_expired');
      return {
        state: stateOf(row),
        nickname: row.nickname,
        eventId: row.event_id,
        eventTitle: row.title,
        organizer: row.organizer ?? '',
        startAt: row.start_at.toISOString(),
        endAt: row.end_at.toISOString(),
        ticketName: row.ticket_name,
        isArchive: row.kind === 'archive',
        amount: row.amount,
        fullRefundUntil: refundUntilOf(row)?.toISOString() ?? null,
        answerUntil: stateOf(row) === 'asked' ? (row.hold_expires_at?.toISOString() ?? null) : null,
      };
    },

    /** Accepts one answer, only while the seat is held; rejects any other with `link_expired`. */
    async answer(token: string, { agree: agrees, name }: { agree: boolean; name: string }, address: string) {
      await limiter.consume(`purchase-answer:${address}`, ANSWERS);
      const asked = await consents.findByToken(hashOf(token));
      if (!asked) throw new AppError('link_expired');
      const { participation_id: id } = asked;
      await inTransaction(db, async (trx) => {
        const now = clock.now();
        const { hold_expires_at: until } = await participations.lock(trx, id);
        // A request repeated meanwhile has a new link.
        const row = await findOrThrow(trx, id);
        const isLate = stateOf(row) !== 'asked' || until === null || until <= now;
        if (isLate || !isEqual(row.asked_at, asked.asked_at)) throw new AppError('link_expired');
        if (agrees) await agree(trx, row, name);
        else {
          await consents.update(trx, id, { state: 'refused', guardian_name: name, answered_at: now });
          await participations.cancel(trx, id, 'guardian', now);
        }
      });
      return { agreed: agrees };
    },

    /** Notifies a buyer who waited for consent, or had it and did not pay, that the hold has expired. */
    consumer: {
      async participationExpired(trx, { payload }) {
        const row = await consents.find(trx, payload.participationId);
        if (!row?.email || row.participation_state !== 'expired') return;
        const { email: to, user_id: userId, nickname, title } = row;
        await mails.send(trx, 'purchase_expired', { to, userId, nickname, title, path: `/events/${row.event_id}` });
      },
    } satisfies DomainEventHandlers,
  };
}

const toConsent = (row: PurchaseConsentRow): PurchaseConsent => ({
  participationId: row.participation_id,
  ticketTypeId: row.ticket_type_id,
  guardianEmail: row.guardian_email,
  state: stateOf(row),
  amount: row.amount,
  askedAt: row.asked_at.toISOString(),
  holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
});
