import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { createGuestPaymentIntent as createGuestPaymentIntentCall } from '@manabiba/shared/contract/payments';
import type { PaymentMethod, TicketType } from '@manabiba/shared/contract/tickets';
import { cancelGuestTicket, createGuestPaymentIntent } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { paths, useConfig, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { useState } from 'react';

import { type Payment, useAttempt } from './use-payment';

export interface Contact {
  email: string;
  birthDate: string;
}

interface Begun extends EndpointOutput<typeof createGuestPaymentIntentCall> {
  /** What it was begun for. */
  asked: string;
}

interface Given {
  event: ClassroomEvent;
  ticket: TicketType;
  /** What was typed; null while that is not right yet, which the form then says. */
  readContact: () => Contact | null;
  /** Reads again how many seats are left. */
  onChanged: () => void;
}

/**
 * Pays without an account. The seat is kept from the first press, since nobody is known before; from then on the link of
 * the ticket tells how it stands, in whatever window.
 */
export function useGuestPayment({ event, ticket, readContact, onChanged }: Given): Payment {
  const { publicUrl } = useConfig();
  const navigate = useNavigate();
  const { run: begin } = useEndpointMutation(createGuestPaymentIntent);
  const { run: cancel } = useEndpointMutation(cancelGuestTicket);
  const [begun, setBegun] = useState<Begun>();
  const { attempt, isPaying, refusal } = useAttempt((code) => {
    if (code === undefined) return;
    setBegun(undefined);
    onChanged();
  });

  /** The seat of an attempt by another method, or for another address, goes back before another one is kept. */
  const hold = async (method: PaymentMethod, contact: Contact) => {
    const body = { ticketTypeId: ticket.id, method, ...contact };
    const asked = JSON.stringify(body);
    if (begun?.asked === asked && Date.parse(begun.holdExpiresAt) > Date.now()) return begun;
    if (begun) await cancel({ params: { token: begun.guestToken } }).catch(() => undefined);
    const next = { asked, ...(await begin({ params: { id: event.id }, body })) };
    setBegun(next);
    return next;
  };

  const pay = async (method: PaymentMethod, payer: Payer | null): Promise<string | void> => {
    const contact = readContact();
    if (!contact || (method !== 'konbini' && !(await payer?.check()))) return;
    const { clientSecret, guestToken } = await hold(method, contact);
    const ticketPath = paths.guestTicket.href({ guestToken });
    if (method !== 'konbini') {
      const paid = await payer?.pay({ clientSecret, returnUrl: new URL(ticketPath, publicUrl).href });
      if (!paid) return;
      if ('error' in paid) return paid.error;
    }
    void navigate(ticketPath);
  };
  return {
    pay: (method, payer) => attempt(() => pay(method, payer)),
    isPaying,
    refusal,
    holdExpiresAt: begun?.holdExpiresAt ?? null,
  };
}
