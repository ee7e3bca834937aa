import type { Viewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Limit, Limiter } from '../../../platform/security/limiter';
import type { ParticipationRow } from '../participations.repository';
import { discountOf, requireHolding, requireUse } from './discount-rules';
import type { DiscountsRepository } from './discounts.repository';

interface DiscountsDeps {
  discounts: DiscountsRepository;
  limiter: Limiter;
  clock: Clock;
}

/** Codes that one caller, and all visitors behind one address, may try: nobody guesses one of 850,000 million. */
const TRIES: Limit = { max: 20, windowSeconds: 600 };
const TRIES_PER_ADDRESS: Limit = { max: 60, windowSeconds: 600 };

/** The columns of a participation that a code changes. */
export type PriceChange = Pick<ParticipationRow, 'amount' | 'discount' | 'discount_code_id'>;

export type DiscountsService = ReturnType<typeof createDiscountsService>;

/**
 * Discount codes as buyers use them. A use is a live participation with the code: it is counted from the hold on, stays
 * when the seat is paid, and is free again when the place ends, by expiry, cancellation or refund.
 */
export function createDiscountsService({ discounts, limiter, clock }: DiscountsDeps) {
  /** Counts an attempt with a code, also one that fails. `address`: of a visitor without an account. */
  async function countTry(viewer: { id: string }, address?: string): Promise<void> {
    await limiter.consume(`discount:${viewer.id}`, TRIES);
    if (address !== undefined) await limiter.consume(`discount:${address}`, TRIES_PER_ADDRESS);
  }

  return {
    countTry,

    /** Returns what a code takes off a ticket now. */
    async check(
      viewer: Viewer & { id: string },
      eventId: string,
      { ticketTypeId, discountCode }: { ticketTypeId: string; discountCode: string },
      address: string,
    ): Promise<{ discount: number }> {
      await countTry(viewer, address);
      const ticket = await discounts.findTicket(eventId, ticketTypeId);
      if (!ticket) throw new AppError('not_found');
      const code = requireHolding(await discounts.findTyped(eventId, discountCode), ticket, clock.now());
      requireUse(code, await discounts.countUses(code.id));
      return { discount: discountOf(ticket.price, code) };
    },

    /**
     * Returns how a typed code changes the price of each of some locked seats at the same price, of which this is one;
     * null takes its discount back. Undefined: not at all. The code is locked until the transaction ends, so that the use is there for whoever counts next.
     */
    async findChange(
      trx: Trx,
      seat: ParticipationRow,
      typed: string | null,
      seats: number,
    ): Promise<PriceChange | undefined> {
      const price = seat.amount + seat.discount;
      if (typed === null)
        return seat.discount_code_id === null ? undefined : { amount: price, discount: 0, discount_code_id: null };
      const found = await discounts.lockTyped(trx, seat.event_id, typed);
      if (found && found.id === seat.discount_code_id) return undefined;
      const code = requireHolding(found, { id: seat.ticket_type_id, price }, clock.now());
      requireUse(code, await discounts.countUses(code.id, trx), seats);
      const discount = discountOf(price, code);
      return { amount: price - discount, discount, discount_code_id: code.id };
    },

    /** Returns what a seat with this code costs when its ticket has this price. */
    async priceWith(trx: Trx, codeId: string | null, price: number): Promise<Pick<PriceChange, 'amount' | 'discount'>> {
      const discount = codeId === null ? 0 : discountOf(price, await discounts.lock(trx, codeId));
      return { amount: price - discount, discount };
    },

    /** Requires that seats which have just got a code have not used it too often; locks the code. */
    async requireUses(trx: Trx, id: string, seats: number): Promise<void> {
      const code = await discounts.lock(trx, id);
      requireUse(code, (await discounts.countUses(id, trx)) - seats, seats);
    },

    /** Returns whether this many ended participations may use their code again; locks the code. */
    async hasUseLeft(trx: Trx, { discount_code_id: id }: ParticipationRow, seats: number): Promise<boolean> {
      if (id === null) return true;
      const { max_uses: max } = await discounts.lock(trx, id);
      return (await discounts.countUses(id, trx)) + seats <= max;
    },
  };
}
