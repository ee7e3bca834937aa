import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { PaymentMethod, TicketType } from '@manabiba/shared/contract/tickets';
import { createParticipation, createPaymentIntent } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { type ApiError, isApiError, paths, useConfig, useEndpointMutation } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useServerNow } from '../../core/participation/use-server-now';
import { paymentError, settlementError } from './payment-error';

/** How a form pays, whoever pays. */
export interface Payment {
  pay: (method: PaymentMethod, payer: Payer | null) => Promise<void>;
  isPaying: boolean;
  /** Why it did not work. */
  refusal: { message: string } | undefined;
  /** Until when the seat is kept; null while none is. */
  holdExpiresAt: string | null;
}

const CLOCK_MS = 30_000;
/** Codes after which the event itself tells what is so. */
const TOLD_BY_EVENT: ReadonlySet<string> = new Set([
  'already',
  'conflict',
  'sold_out',
  'ended',
  'not_open',
  'not_found',
  'hold_expired',
]);

/** One attempt at a time: a second press while one runs does nothing. Failures end as the sentence of the refusal. */
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

/** A refusal of the api as a value; a defect stays one. */
function orThrow(reason: unknown): ApiError {
  if (isApiError(reason)) return reason;
  throw reason;
}

interface Given {
  event: ClassroomEvent;
  ticket: TicketType;
  /** Reads again how it stands. */
  onChanged: () => void;
}

/** Keeps the seat from the beginning, pays, and takes over what the provider says. */
export function usePayment({ event, ticket, onChanged }: Given): Payment {
  const { publicUrl } = useConfig();
  const { run: begin } = useEndpointMutation(createPaymentIntent);
  const { run: settle } = useEndpointMutation(createParticipation);
  const kept = keptSeat(event, ticket, useServerNow(CLOCK_MS));
  const [holdExpiresAt, setHoldExpiresAt] = useState(kept);
  const { attempt, refuse, isPaying, refusal } = useAttempt((code) => {
    if (code === undefined || TOLD_BY_EVENT.has(code)) onChanged();
  });
  const params = { id: event.id };

  const hold = async (method: PaymentMethod) => {
    const begun = await begin({ params, body: { ticketTypeId: ticket.id, method } });
    setHoldExpiresAt(begun.holdExpiresAt);
    return begun;
  };
  const holdAtFirst = useEffectEvent(() => {
    if (kept === null) hold('card').catch(refuse);
  });
  useEffect(() => holdAtFirst(), []);

  const pay = async (method: PaymentMethod, payer: Payer | null): Promise<string | void> => {
    if (method !== 'konbini' && !(await payer?.check())) return;
    const { clientSecret } = await hold(method);
    if (method === 'konbini') return onChanged();
    const returnUrl = new URL(paths.checkout.href(params, { ticket: ticket.id }), publicUrl).href;
    const paid = await payer?.pay({ clientSecret, returnUrl });
    if (!paid) return;
    if ('error' in paid) return paid.error;
    // Where this fails, the provider's own message makes it a seat.
    const failure = await settle({ params, body: { paymentIntentId: paid.intentId } }).then(() => undefined, orThrow);
    if (failure) return settlementError(failure);
    onChanged();
  };
  return { pay: (method, payer) => attempt(() => pay(method, payer)), isPaying, refusal, holdExpiresAt };
}

/** Until when a seat of this ticket is kept for the person already. */
function keptSeat({ myParticipation: mine }: ClassroomEvent, ticket: TicketType, now: Date): string | null {
  if (!mine || mine.ticketTypeId !== ticket.id) return null;
  const isKept = mine.state === 'held' || mine.state === 'offered' || mine.state === 'pending_payment';
  return isKept && mine.holdExpiresAt && Date.parse(mine.holdExpiresAt) > now.getTime() ? mine.holdExpiresAt : null;
}
