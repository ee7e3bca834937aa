import { addMilliseconds } from 'date-fns';

import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import { publish } from '../../../platform/events/domain-events';
import { newId } from '../../../platform/ids';
import type { DiscountsService } from '../discounts/discounts.service';
import type { GuestTokens } from '../guest-tokens';
import { seatOf, seatsForGuests } from '../participation-rules';
import type { ParticipationRow, ParticipationsRepository } from '../participations.repository';
import type { Refunds } from '../refunds';
import type { SeatsRepository } from '../seats.repository';
import type { CancelReason, SeatsService } from '../seats.service';
import { companionsRepository } from './companions.repository';

interface CompanionsDeps {
  participations: ParticipationsRepository;
  seats: SeatsRepository;
  steps: SeatsService;
  refunds: Pick<Refunds, 'paidOf' | 'paidBy' | 'request'>;
  discounts: Pick<DiscountsService, 'requireUses'>;
  guestTokens: GuestTokens;
  clock: Clock;
}

/** Says at the field of the further seats why they cannot be had. */
const refusal = (sentence: string) => ({ fields: { companions: sentence } });
const isUnpaid = (row: ParticipationRow) => row.state === 'held' || row.state === 'pending_payment';
const isBuyers = (row: ParticipationRow) => row.user_id === null;
const amountOf = (seats: readonly ParticipationRow[]) => seats.reduce((sum, { amount }) => sum + amount, 0);

export type CompanionsService = ReturnType<typeof createCompanionsService>;

/**
 * Further seats of a purchase: a seat for each name, without an account, admitted by a link like a guest's. The buyer's
 * seat leads: it has the payment of all, and theirs are held, paid, expire and end with it, unless one has ended
 * before or an account has taken it over.
 */
export function createCompanionsService(deps: CompanionsDeps) {
  const { participations, seats, steps, refunds, discounts, guestTokens, clock } = deps;

  /** Returns the further seats that share the state of their buyer's. */
  async function withLead(trx: Trx, lead: ParticipationRow): Promise<ParticipationRow[]> {
    if (lead.lead_id !== null) return [];
    const seat = seatOf(lead);
    return (await companionsRepository.list(trx, lead.id)).filter(
      (row) => isBuyers(row) && (seat === null ? row.state === lead.state : seatOf(row) === seat),
    );
  }

  /** Returns what is left of the payments for these seats, of which the first is the buyer's or the only one. */
  async function leftOf(
    trx: Trx,
    [first, ...others]: readonly [ParticipationRow, ...ParticipationRow[]],
    left: number,
  ): Promise<number> {
    const isAlone = first.lead_id === null && (await companionsRepository.list(trx, first.id)).length === 0;
    return isAlone ? left : Math.min(left, amountOf([first, ...others]));
  }

  async function add(trx: Trx, lead: ParticipationRow, names: readonly string[], from: number): Promise<void> {
    const now = clock.now();
    if (!(await seats.hold(trx, lead.ticket_type_id, names.length)))
      throw new AppError('sold_out', refusal('ご希望の数のお席は空いていません。席数を減らしてお試しください。'));
    for (const [index, name] of names.entries()) {
      const id = newId('par');
      await steps.insert(trx, {
        id,
        event_id: lead.event_id,
        ticket_type_id: lead.ticket_type_id,
        user_id: null,
        guest_email: null,
        guest_token_hash: guestTokens.hashOf(guestTokens.tokenOf(id)),
        lead_id: lead.id,
        companion_name: name,
        route: lead.route,
        state: 'held',
        payment_intent_id: null,
        payment_method: lead.payment_method,
        amount: lead.amount,
        discount: lead.discount,
        discount_code_id: lead.discount_code_id,
        // In the order in which they were named.
        created_at: addMilliseconds(now, from + index + 1),
        updated_at: now,
      });
    }
    if (lead.discount_code_id !== null) await discounts.requireUses(trx, lead.discount_code_id, names.length);
  }

  /** Gives held seats these names in their order, and back those for which there is none. */
  async function rename(trx: Trx, held: readonly ParticipationRow[], names: readonly string[]): Promise<void> {
    for (const [index, row] of held.entries()) {
      const name = names[index];
      if (name === undefined) {
        await companionsRepository.remove(trx, row.id);
        await steps.passOn(trx, row.ticket_type_id, 'held', clock.now());
      } else if (name !== row.companion_name) await companionsRepository.rename(trx, row.id, name);
    }
  }

  /** Limits further seats that an unpaid convenience store payment would hold for days. */
  async function requireFewUnpaid(trx: Trx, lead: ParticipationRow, count: number): Promise<void> {
    const ticket = (await participations.findTickets(trx, lead.event_id)).find(({ id }) => id === lead.ticket_type_id);
    if (!ticket || ticket.quota === null) return;
    const left = seatsForGuests(ticket.quota) - (await companionsRepository.countUnpaid(trx, ticket, lead.id));
    if (count > left)
      throw new AppError(
        'conflict',
        refusal(
          `コンビニでのお支払いでは、いま${Math.max(0, left) + 1}席までお取りできます。席数を減らすか、ほかの方法でお支払いください。`,
        ),
      );
  }

  return {
    withLead,

    /** Returns the unpaid further seats of a seat that is about to be paid. */
    async unpaid(trx: Trx, leadId: string): Promise<ParticipationRow[]> {
      return (await companionsRepository.list(trx, leadId)).filter(isUnpaid);
    },

    /**
     * Holds a seat for each of these names with a locked seat that is about to be paid, and no others; null keeps those
     * that are held. Throws `sold_out` when not all of them are free, `code_used` when its code has no use left for
     * each, and `conflict` when too many would wait for a payment at a convenience store.
     */
    async set(trx: Trx, lead: ParticipationRow, names: readonly string[] | null): Promise<ParticipationRow[]> {
      const before = (await companionsRepository.list(trx, lead.id)).filter(isUnpaid);
      if (names !== null) {
        await rename(trx, before, names);
        if (names.length > before.length) await add(trx, lead, names.slice(before.length), before.length);
      }
      const now = (await companionsRepository.list(trx, lead.id)).filter(isUnpaid);
      if (lead.payment_method === 'konbini' && now.length > 0) await requireFewUnpaid(trx, lead, now.length);
      return now;
    },

    /** Returns what was paid for a seat and those that would end with it, and is not refunded, in yen. */
    async paidOf(trx: Trx, row: ParticipationRow): Promise<number> {
      return leftOf(trx, [row, ...(await withLead(trx, row))], await refunds.paidOf(trx, row.lead_id ?? row.id));
    },

    /** Does the same for what the user or guest who has the seat has paid. */
    async paidBy(trx: Trx, row: ParticipationRow): Promise<number> {
      const paid = await refunds.paidBy(trx, row.lead_id ?? row.id, row.user_id);
      return leftOf(trx, [row, ...(await withLead(trx, row))], paid);
    },

    /** Ends a live, locked seat and those that end with it, and refunds this amount of their payment. */
    async end(
      trx: Trx,
      row: ParticipationRow,
      { reason, refund, now }: { reason: CancelReason; refund: number; now: Date },
    ): Promise<ParticipationRow> {
      const { event_id: eventId } = row;
      const companions = await withLead(trx, row);
      const changes = {
        state: refund > 0 ? 'refund_pending' : 'cancelled',
        cancel_reason: reason,
        cancelled_at: now,
      } as const;
      const ended = await steps.end(trx, row, now, changes);
      for (const companion of companions) await steps.end(trx, companion, now, changes);
      if (refund > 0)
        await refunds.request(trx, row.lead_id ?? row.id, reason, {
          amount: refund,
          companionId: row.lead_id === null ? null : row.id,
        });
      await publish(trx, 'participationCancelled', { participationId: row.id, eventId, reason, refund });
      // Their money is in the refund of the buyer's seat.
      for (const { id } of companions)
        await publish(trx, 'participationCancelled', { participationId: id, eventId, reason, refund: 0 });
      return ended;
    },

    /** Ends the further seats of a seat whose time is over. Must be called before that has ended. */
    async expire(trx: Trx, lead: ParticipationRow, now: Date): Promise<void> {
      for (const row of await withLead(trx, lead)) {
        await steps.end(trx, row, now, { state: 'expired' });
        await publish(trx, 'participationExpired', { participationId: row.id, eventId: row.event_id });
      }
    },

    /**
     * Divides an amount that was paid for a seat and these further ones, where it is not the sum of theirs: an attempt
     * from before a discount or another number of seats, whose answer was lost. Figures and receipts show what was
     * paid.
     */
    async divide(
      trx: Trx,
      lead: ParticipationRow,
      companions: readonly ParticipationRow[],
      paid: number,
    ): Promise<ParticipationRow> {
      if (paid === amountOf([lead, ...companions])) return lead;
      const share = Math.floor(paid / (companions.length + 1));
      const none = { discount: 0, discount_code_id: null };
      for (const { id } of companions) await participations.update(trx, id, { ...none, amount: share });
      return participations.update(trx, lead.id, { ...none, amount: paid - share * companions.length });
    },

    /** Records that the money of further seats has come back with that of their buyer's. */
    async markRefunded(trx: Trx, { id: leadId, event_id: eventId }: ParticipationRow, now: Date): Promise<void> {
      for (const { id } of await companionsRepository.markRefunded(trx, leadId, now))
        await publish(trx, 'participationRefunded', { participationId: id, eventId });
    },
  };
}
