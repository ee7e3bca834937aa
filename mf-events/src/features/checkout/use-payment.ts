import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { SeatRecipient } from '@manabiba/shared/contract/seat-transfers';
import type { AnyTicket, PaymentMethod } from '@manabiba/shared/contract/tickets';
import { createParticipation, createPaymentIntent, getPaymentConfig } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import {
  type ApiError,
  callEndpoint,
  isApiError,
  paths,
  useConfig,
  useEndpointMutation,
  useServerNow,
} from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { paymentError, settlementError } from './payment-error';
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

const NOT_THIS_CARD = 'このカードではお支払いいただけません。別のカードをお使いください。';
/** The button named another amount: nothing is charged before the buyer has seen the new one. */
export const NEW_PRICE = { error: '価格が変わりました。金額をご確認のうえ、もう一度お支払いください。' };
const NO_RECIPIENT = 'プレゼントを贈る相手のメールアドレスを入力してください。';
const NO_NAME = 'お連れの方のお名前を入力してください。';
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

/**
 * Runs one attempt at a time and ignores a second click while one is running. Failures become the refusal's message.
 */
export function useAttempt(onRefused: (code: string | undefined) => void) {
  const [isPaying, setIsPaying] = useState(false);
  const [refusal, setRefusal] = useState<Payment['refusal']>();
  const isBusy = useRef(false);
  const refuse = (reason: unknown) => {
    if (!isApiError(reason)) throw reason;
    setRefusal({ message: paymentError(reason) });
    onRefused(reason.code);
  };
  const attempt = async (act: () => Promise<string | void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsPaying(true);
    setRefusal(undefined);
    try {
      const message = await act();
      if (message) {
        setRefusal({ message });
        onRefused(undefined);
      }
    } catch (reason) {
      refuse(reason);
    } finally {
      isBusy.current = false;
      setIsPaying(false);
    }
  };
  return { attempt, refuse, isPaying, refusal };
}

/** Returns an api refusal as a value; any other error is rethrown. */
function orThrow(reason: unknown): ApiError {
  if (isApiError(reason)) return reason;
  throw reason;
}

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

  const payTyped = async (method: PaymentMethod, payer: Payer | null, returnUrl: string) => {
    if (!(await payer?.check())) return undefined;
    const { clientSecret, amount } = await hold(method, undefined, true);
    if (amount !== total) return NEW_PRICE;
    return payer?.pay({ clientSecret, returnUrl });
  };
  const paySaved = async (returnUrl: string) => {
    const [{ clientSecret, amount, savedCardId: cardId }, config, { payWithSavedCard }] = await Promise.all([
      hold('card', undefined, true),
      callEndpoint(getPaymentConfig, {}),
      import('@manabiba/shared/payments/payment-fields'),
    ]);
    if (amount !== total) return NEW_PRICE;
    return cardId === null ? { error: NOT_THIS_CARD } : payWithSavedCard(config, { clientSecret, cardId, returnUrl });
  };

  const pay = async (choice: PaymentChoice, payer: Payer | null): Promise<string | void> => {
    if (gift?.email.trim() === '') return NO_RECIPIENT;
    if (companions.some((name) => name.trim() === '')) return NO_NAME;
    if (choice === 'konbini') {
      await hold('konbini', undefined, true);
      return onChanged();
    }
    const returnUrl = new URL(paths.checkout.href(params, { ticket: ticket.id }), publicUrl).href;
    const paid = choice === 'saved_card' ? await paySaved(returnUrl) : await payTyped(choice, payer, returnUrl);
    if (!paid) return;
    if ('error' in paid) return paid.error;
    // If this fails, the provider's webhook still confirms the seat.
    const failure = await settle({ params, body: { paymentIntentId: paid.intentId } }).then(() => undefined, orThrow);
    if (failure) return settlementError(failure);
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
