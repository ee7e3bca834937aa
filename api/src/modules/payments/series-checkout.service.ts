import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { seriesDiscountOf } from '@manabiba/shared/contract/series-discount';
import type { createSeriesPaymentIntent } from '@manabiba/shared/contract/series-payments';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import type { CompanionsService } from '../participations/companions/companions.service';
import type { HoldRequest } from '../participations/holds.service';
import type { ParticipationRow, ParticipationsService } from '../participations/participations.service';
import type { SeatTransfersService } from '../participations/transfers/seat-transfers.service';
import type { SeriesTicketsService } from '../series/series-tickets.service';
import type { CardsService } from '../subscriptions/cards.service';
import { isMinor } from '../users/age';
import type { UsersService } from '../users/users.service';
import { newPayment } from './new-payment';
import type { BegunOrder, Contact, PaymentAttempts } from './payment-attempts';
import { holdUntilOf } from './payment-rules';
import type { OfferRow, PaymentRow, PaymentsRepository } from './payments.repository';

export interface SeriesCheckoutDeps {
  payments: PaymentsRepository;
  attempts: PaymentAttempts;
  participations: Pick<ParticipationsService, 'resumeHold' | 'prolongHold' | 'changePrice'>;
  companions: Pick<CompanionsService, 'unpaid' | 'set'>;
  gifts: Pick<SeatTransfersService, 'setGift'>;
  series: SeriesTicketsService;
  users: Pick<UsersService, 'lock'>;
  cards: Pick<CardsService, 'onFile'>;
  clock: Clock;
  feePercent: number;
}

/** A seat of the order, before its price is final. */
interface HeldSeat {
  offer: OfferRow;
  seat: ParticipationRow;
  pending: PaymentRow | undefined;
}

interface SeriesPurchase {
  seat: ParticipationRow;
  payment: PaymentRow;
}

const METHOD = 'card';

export type SeriesCheckoutService = ReturnType<typeof createSeriesCheckoutService>;

/** Checkout of several dates of a series: a seat and a payment for each, paid by one intent of the provider. */
export function createSeriesCheckoutService(deps: SeriesCheckoutDeps) {
  const { payments, attempts, participations, companions, gifts, series } = deps;
  const { users, cards, clock, feePercent } = deps;

  /** Locks the account. A guardian of a minor agrees to one ticket, not to several. */
  async function lockBuyer(trx: Trx, id: string): Promise<Contact> {
    const { birth_date: birthDate, nickname: name, email } = await users.lock(trx, id);
    if (isMinor(birthDate, clock.now()))
      throw new AppError('guardian_required', {
        sentence: '18歳未満の方は、イベントのページから1回ずつ、保護者の方の同意を得て購入してください。',
      });
    return { name, email };
  }

  /** Holds a seat as `resumeHold` does; what the buyer could leave out is named. */
  async function hold(trx: Trx, offer: OfferRow, holder: HoldRequest['holder'], now: Date): Promise<ParticipationRow> {
    const { event_id: eventId, ticket_type_id: ticketTypeId } = offer;
    const request = { eventId, ticketTypeId, holder, method: METHOD, holdUntil: holdUntilOf(now), now } as const;
    try {
      return await participations.resumeHold(trx, request);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, sentence } = error;
      if (code !== 'sold_out' && code !== 'already' && code !== 'not_open' && code !== 'ended') throw error;
      throw new AppError(code, { sentence: `「${offer.event_title}」を購入できません。${sentence}` });
    }
  }

  /** Makes the seat the buyer's own and single, at the price of the series. */
  async function price(trx: Trx, seat: ParticipationRow, discountPercent: number): Promise<ParticipationRow> {
    await gifts.setGift(trx, seat, null);
    if ((await companions.unpaid(trx, seat.id)).length > 0) await companions.set(trx, seat, []);
    const { full, discount } = priceOf(seat, discountPercent);
    if (seat.discount === discount && seat.discount_code_id === null) return seat;
    return participations.changePrice(trx, seat, { amount: full - discount, discount, discount_code_id: null });
  }

  /** Returns the seats with their payments when those are pending for exactly them, at their price; otherwise undefined. */
  async function findSame(
    trx: Trx,
    held: readonly HeldSeat[],
    discountPercent: number,
  ): Promise<SeriesPurchase[] | undefined> {
    const first = held[0]?.pending;
    if (!first || first.bundle_id === null) return undefined;
    const { length } = await payments.listBundle(trx, first);
    const isSame = held.every(({ seat, pending }) => {
      const { full, discount } = priceOf(seat, discountPercent);
      return pending?.bundle_id === first.bundle_id && pending.amount === full - discount;
    });
    return isSame && length === held.length
      ? held.flatMap(({ seat, pending }) => (pending ? { seat, payment: pending } : []))
      : undefined;
  }

  /** Inserts a payment for each seat; all of them name the first one. */
  async function insertPayments(
    trx: Trx,
    held: readonly HeldSeat[],
    holder: HoldRequest['holder'],
    discountPercent: number,
  ) {
    const now = clock.now();
    const purchases: SeriesPurchase[] = [];
    for (const { offer, seat: resumed } of held) {
      // One that was held alone before may be about to expire, and the payment with it.
      const prolonged = await participations.prolongHold(trx, resumed.id, holdUntilOf(now));
      const seat = await price(trx, prolonged, discountPercent);
      const row = newPayment({ offer, method: METHOD, holder, seats: [seat], feePercent, now });
      const bundleId: string = purchases[0]?.payment.id ?? row.id;
      const payment = await payments.insert(trx, { ...row, bundle_id: bundleId });
      purchases.push({ seat, payment });
    }
    return purchases;
  }

  return {
    /**
     * Holds a seat in each of these events and starts one payment for all of them: all or none. Repeating the call
     * continues with the same payment; one for other dates, or at another price, replaces it.
     */
    async begin(
      viewer: SignedInViewer,
      id: string,
      { eventIds, addressee }: { eventIds: readonly string[]; addressee?: string | undefined },
    ): Promise<EndpointOutput<typeof createSeriesPaymentIntent>> {
      attempts.provider();
      const { title, discountPercent, ticketTypeIds } = await series.forSale(viewer, id, eventIds);
      // In the order in which every transaction locks several tickets.
      const offers = await payments.listOffers(ticketTypeIds);
      const onFile = await cards.onFile(viewer.id);
      const holder = { userId: viewer.id, isStudentAge: viewer.isStudentAge };
      const { participationId: _first, ...order } = await attempts.start(async (trx): Promise<BegunOrder> => {
        const contact = { ...(await lockBuyer(trx, viewer.id)), onFile };
        const now = clock.now();
        const held: HeldSeat[] = [];
        for (const offer of offers) {
          const seat = await hold(trx, offer, holder, now);
          held.push({ offer, seat, pending: await payments.lockPending(trx, seat.id) });
        }
        const same = await findSame(trx, held, discountPercent);
        const replaced = held.flatMap(({ pending }) => pending ?? []);
        if (!same && replaced.length > 0) return { replaced };
        const purchases = same ?? (await insertPayments(trx, held, holder, discountPercent));
        for (const { payment } of purchases)
          if (addressee !== undefined && addressee !== payment.addressee)
            await payments.update(trx, payment.id, { addressee });
        const [first, ...others] = purchases;
        if (!first) throw new Error(`Nothing of the series ${id} is for sale`);
        return {
          contact,
          purchases: [first, ...others],
          description: `${title} ${held.length}回分`,
          payUntil: holdUntilOf(first.payment.created_at),
        };
      });
      return order;
    },
  };
}

function priceOf({ amount, discount: before }: ParticipationRow, discountPercent: number) {
  const full = amount + before;
  return { full, discount: seriesDiscountOf(full, discountPercent) };
}
