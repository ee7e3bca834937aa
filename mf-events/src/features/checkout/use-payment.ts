import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { SeatRecipient } from '@manabiba/shared/contract/seat-transfers';
import type { AnyTicket, PaymentMethod } from '@manabiba/shared/contract/tickets';
import { createParticipation, createPaymentIntent } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { isApiError, paths, useConfig, useEndpointMutation, useServerNow } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useState } from 'react';

import { NEW_PRICE, paySaved, payTyped } from './pay-by-card';
import { refusalOrThrow, settlementError } from './payment-error';
import { useAttempt } from './use-attempt';
import { type DiscountChoice, useDiscountCode } from './use-discount-code';

/** The selected option: a payment method or the saved card. */
export type PaymentChoice = PaymentMethod | 'saved_card';

/** The payment interface of a form, shared by account and guest checkout. */
export interface Payment {
  pay: (choice: PaymentChoice, payer: Payer | null) => Promise<void>;
  isPaying: boolean;
  /** The reason for the failure. */
  refusal: { message: string } | undefined;
  /** When the hold expires; null without a hold. */
  holdExpiresAt: string | null;
  /** The seat is about to be held. */
  isHolding: boolean;
  /** Seats that are bought at once. */
  seats: number;
  discount: DiscountChoice;
}

const CLOCK_MS = 30_000;
/** Error codes after which the refetched event explains the state. */
const TOLD_BY_EVENT: ReadonlySet<string> = new Set([
  'already',
  'conflict',
  'sold_out',
  'ended',
  'not_open',
  'not_found',
  'hold_expired',
]);

interface PaymentOptions {
  event: ClassroomEvent;
  ticket: AnyTicket;
  /** How often a seat was requested again after its hold expired. */
  round: number;
  /** The name on the receipt; empty for the user's own. */
  addressee: string;
  /** Whom the seat is bought for: null for the buyer; nothing where seats cannot be given. */
  gift?: SeatRecipient | null | undefined;
  /** The names for further seats. */
  companions: readonly string[];
  /** Refetches the state. */
  onChanged: () => void;
}

/** Holds the seat from the start, pays, and processes the provider's result. */
export function usePayment({ event, ticket, round, addressee, gift, companions, onChanged }: PaymentOptions): Payment {
  const { publicUrl } = useConfig();
  const { run: begin } = useEndpointMutation(createPaymentIntent);
  const { run: settle } = useEndpointMutation(createParticipation);
  const kept = keptSeat(event, ticket, useServerNow(CLOCK_MS));
  const [seat, setSeat] = useState({ round, ...kept });
  const { attempt, refuse, isPaying, refusal } = useAttempt((code) => {
    if (code === undefined || TOLD_BY_EVENT.has(code)) onChanged();
  });
  const params = { id: event.id };
  const { holdExpiresAt, held, reduction } = seat.round === round ? seat : kept;
  const seats = 1 + companions.length;
  const discount = reduction * seats;
  const total = ticket.price * seats - discount;

  /** Holds the seats, and while they are not named yet the buyer's alone. */
  const hold = async (method: PaymentMethod, discountCode?: string | null, isNamed = false) => {
    const named = addressee.trim();
    const isOther = isNamed && (companions.length > 0 || held > 1);
    const body = {
      ticketTypeId: ticket.id,
      method,
      ...(named !== '' && { addressee: named }),
      ...(discountCode !== undefined && { discountCode }),
      // Always sent, so that a seat is never a gift that the page does not show.
      ...(gift !== undefined && { gift }),
      ...(isOther && { companions: [...companions] }),
    };
    const begun = await begin({ params, body });
    const now = isOther ? seats : held;
    setSeat({ round, holdExpiresAt: begun.holdExpiresAt, held: now, reduction: (begun.discount ?? 0) / now });
    return begun;
  };
  const code = useDiscountCode((typed) => hold('card', typed));
  const holdAtFirst = useEffectEvent(() => {
    if (kept.holdExpiresAt !== null) return;
    // The next seat has the discount of the one whose time is over.
    void code.repeat().then(async (isHeld) => {
      if (!isHeld) await hold('card').catch(refuse);
    });
  });
  useEffect(() => holdAtFirst(), [round]);

  const pay = async (choice: PaymentChoice, payer: Payer | null): Promise<string | void> => {
    if (choice === 'konbini') {
      const { amount } = await hold('konbini', undefined, true);
      if (amount !== total) return NEW_PRICE.error;
      return onChanged();
    }
    const returnUrl = new URL(paths.checkout.href(params, { ticket: ticket.id }), publicUrl).href;
    const method = choice === 'saved_card' ? 'card' : choice;
    const order = { begin: () => hold(method, undefined, true), total, returnUrl };
    const paid = choice === 'saved_card' ? await paySaved(order) : await payTyped(payer, order);
    if (!paid) return;
    if ('error' in paid) return paid.error;
    // If this fails, the provider's webhook still confirms the seat.
    const settled = await settle({ params, body: { paymentIntentId: paid.intentId } }).catch(refusalOrThrow);
    if (isApiError(settled)) return settlementError(settled);
    onChanged();
  };
  return {
    pay: (choice, payer) => attempt(() => pay(choice, payer)),
    isPaying,
    refusal,
    holdExpiresAt,
    isHolding: holdExpiresAt === null && !refusal,
    seats,
    discount: { ...code.choice, amount: discount },
  };
}

/** Returns when the user's existing hold on this ticket expires, its seats and the discount of each. */
function keptSeat({ myParticipation: mine }: ClassroomEvent, ticket: AnyTicket, now: Date) {
  const none = { holdExpiresAt: null, held: 1, reduction: 0 };
  if (!mine || mine.ticketTypeId !== ticket.id) return none;
  const isKept = mine.state === 'held' || mine.state === 'offered' || mine.state === 'pending_payment';
  const { holdExpiresAt } = mine;
  const held = mine.seats ?? 1;
  return isKept && holdExpiresAt && Date.parse(holdExpiresAt) > now.getTime()
    ? { holdExpiresAt, held, reduction: (mine.discount ?? 0) / held }
    : none;
}
