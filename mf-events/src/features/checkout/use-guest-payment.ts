import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { createGuestPaymentIntent as createGuestPaymentIntentCall } from '@manabiba/shared/contract/payments';
import type { AnyTicket, PaymentMethod } from '@manabiba/shared/contract/tickets';
import { cancelGuestTicket, checkDiscountCode, createGuestPaymentIntent } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import {
  isApiError,
  paths,
  useConfig,
  useEndpointMutation,
  useNavigate,
  useServerNow,
} from '@manabiba/shared/platform';
import { millisecondsInSecond } from 'date-fns/constants';
import { useState } from 'react';

import { NEW_PRICE } from './pay-by-card';
import { useAttempt } from './use-attempt';
import { useDiscountCode } from './use-discount-code';
import type { Payment } from './use-payment';

export interface Contact {
  email: string;
  birthDate: string;
}

interface Attempt extends EndpointOutput<typeof createGuestPaymentIntentCall> {
  /** The input the attempt was started with. */
  asked: string;
  round: number;
  /** It turned out to be paid when it was to be replaced by another. */
  isPaid?: boolean;
}

interface GuestPaymentOptions {
  event: ClassroomEvent;
  ticket: AnyTicket;
  /** How often a seat was requested again after its hold expired. */
  round: number;
  /** Resolves with the validated input, or with null while it is invalid, which the form then reports. */
  readContact: () => Promise<Contact | null>;
  /** Refetches the remaining seats. */
  onChanged: () => void;
}

/**
 * Guest payment. The seat is held from the first submission, since the guest is unknown before; from then on the ticket
 * link shows the state in any window.
 */
export function useGuestPayment({ event, ticket, round, readContact, onChanged }: GuestPaymentOptions): Payment {
  const { publicUrl } = useConfig();
  const navigate = useNavigate();
  const now = useServerNow(millisecondsInSecond).getTime();
  const { run: begin } = useEndpointMutation(createGuestPaymentIntent);
  const { run: cancel } = useEndpointMutation(cancelGuestTicket);
  const { run: check } = useEndpointMutation(checkDiscountCode);
  const [begun, setBegun] = useState<Attempt>();
  const [discount, setDiscount] = useState<{ discountCode: string | null; amount: number }>();
  const params = { id: event.id };
  // The seat is held with the payment, and only then the use is counted.
  const code = useDiscountCode(async (discountCode) => {
    if (discountCode === null) setDiscount({ discountCode, amount: 0 });
    else {
      const found = await check({ params, body: { ticketTypeId: ticket.id, discountCode } });
      setDiscount({ discountCode, amount: found.discount });
    }
  });
  const off = discount?.amount ?? 0;
  const { attempt, isPaying, refusal } = useAttempt((code) => {
    if (code === undefined) return;
    setBegun(undefined);
    onChanged();
  });

  /** A code that has stopped to hold is shown at its field, with the full price. */
  const refuseCode = (reason: unknown): never => {
    if (isApiError(reason) && reason.fields['discountCode'] !== undefined) {
      setDiscount(undefined);
      code.refuse(reason);
    }
    throw reason;
  };

  /** Releases the seat held for another method or e-mail address before a new one is held, unless that is paid. */
  const hold = async (method: PaymentMethod, contact: Contact): Promise<Attempt> => {
    const body = {
      ticketTypeId: ticket.id,
      method,
      ...contact,
      ...(discount && { discountCode: discount.discountCode }),
    };
    const asked = JSON.stringify(body);
    if (begun?.asked === asked && Date.parse(begun.holdExpiresAt) > now) return begun;
    if (begun) {
      const { guestToken } = begun;
      const isPaid = await cancel({ params: { token: guestToken }, query: { isUnpaid: 'true' } }).then(
        () => false,
        (error: unknown) => isApiError(error) && error.code === 'already',
      );
      if (isPaid) return { ...begun, isPaid };
    }
    const next = { asked, round, ...(await begin({ params, body }).catch(refuseCode)) };
    setBegun(next);
    return next;
  };

  const pay = async (contact: Contact, method: PaymentMethod, payer: Payer | null): Promise<string | void> => {
    if (method !== 'konbini' && !(await payer?.check())) return;
    const { clientSecret, guestToken, amount, isPaid } = await hold(method, contact);
    const ticketPath = paths.guestTicket.href({ guestToken });
    if (isPaid) return void navigate(ticketPath, { state: { hasPaid: true } });
    if (amount !== ticket.price - off) return NEW_PRICE.error;
    if (method !== 'konbini') {
      const paid = await payer?.pay({ clientSecret, returnUrl: new URL(ticketPath, publicUrl).href });
      if (!paid) return;
      if ('error' in paid) return paid.error;
    }
    void navigate(ticketPath, { state: { hasPaid: method !== 'konbini' } });
  };
  return {
    pay: async (method, payer) => {
      const contact = await readContact();
      // Guests have no saved card.
      if (contact && method !== 'saved_card') await attempt(() => pay(contact, method, payer));
    },
    isPaying,
    refusal,
    holdExpiresAt: begun?.round === round ? begun.holdExpiresAt : null,
    // A guest's seat is held with the payment.
    isHolding: false,
    seats: 1,
    discount: { ...code.choice, amount: off },
  };
}
