import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { MAX_SEATS_PER_PURCHASE } from '@manabiba/shared/contract/limits';
import { mustVerifyEmail } from '@manabiba/shared/contract/must-verify-email';
import type { StripeCard } from '@manabiba/shared/contract/plans';
import type { SeatRecipient } from '@manabiba/shared/contract/seat-transfers';
import type { AnyTicket } from '@manabiba/shared/contract/tickets';
import { getPurchaseConsent, getStripeCard, listCompanions } from '@manabiba/shared/data/endpoints';
import { VerifyEmailFirst } from '@manabiba/shared/payments/verify-email-first';
import { isSignedIn, RefusalPage, useEndpoint, useMe } from '@manabiba/shared/platform';
import { Notice } from '@manabiba/shared/ui/notice';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';
import { useEffect, useState } from 'react';

import { seatsLeft } from '../../core/tickets';
import { Addressee } from './addressee';
import { CheckoutSide } from './checkout-side';
import { CompanionFields } from './companion-fields';
import { EventCrumb } from './event-crumb';
import { GiftChoice } from './gift-choice';
import { GuardianRequest } from './guardian-request';
import { Closed } from './outcomes';
import { PayForm } from './pay-form';
import { Refusal } from './refusal';
import { type Payment, usePayment } from './use-payment';

import styles from './checkout.module.css';

/** The polling interval for the guardian's answer. */
const CONSENT_MS = 15_000;

export interface FormProps {
  event: ClassroomEvent;
  ticket: AnyTicket;
  /** The result of a payment on the provider's page. */
  returnError?: string;
  /** How often a seat was requested again after its hold expired. */
  round: number;
  /** Convenience store numbers exist: they become invalid with the next attempt. */
  isSwitching: boolean;
  /** Refetches the state. */
  onChanged: () => void;
  onExpired: () => void;
}

/**
 * Prevents a checkout that the api would reject: users aged 12 or under cannot buy, and others must verify their
 * address first.
 */
export function PersonForm(props: FormProps) {
  const me = useMe();
  if (isSignedIn(me) && !me.canCommunicateAge)
    return <Closed event={props.event} reason="12歳以下の方は、チケットを購入できません。" />;
  return mustVerifyEmail(me) ? <Unverified {...props} /> : <VerifiedForm {...props} />;
}

function Unverified({ event, ticket }: FormProps) {
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        <EventCrumb event={event} />
        <h1>お支払い</h1>
        <VerifyEmailFirst />
      </div>
      <aside className={styles.side} aria-label="お申し込み内容">
        <CheckoutSide event={event} ticket={ticket} />
      </aside>
    </div>
  );
}

/** Shows no fields until it is known whether the user needs a guardian. */
function VerifiedForm(props: FormProps) {
  const { event, ticket, onChanged } = props;
  const me = useMe();
  const mayNeedGuardian = isSignedIn(me) && me.isStudentAge;
  const { data, error, retry } = useEndpoint(
    getPurchaseConsent,
    mayNeedGuardian ? { params: { id: event.id } } : null,
    { maxAgeSeconds: 0, refreshIntervalMs: CONSENT_MS },
  );
  if (!mayNeedGuardian) return <Form {...props} />;
  if (!data) return error ? <RefusalPage error={error} onRetry={retry} /> : <SkeletonDetail />;
  const consent = data.consent?.ticketTypeId === ticket.id ? data.consent : null;
  if (!data.isNeeded) return <Form {...props} />;
  if (consent?.state === 'given') return <Form {...props} isMinor />;
  const handleChange = () => {
    retry();
    onChanged();
  };
  return <GuardianRequest event={event} ticket={ticket} consent={consent} onChanged={handleChange} />;
}

/** `isMinor`: a guardian has agreed to one seat. */
type PersonProps = FormProps & { isMinor?: boolean };

/**
 * Waits for the saved card and the names of seats that are held already before rendering, so that no option moves under
 * the finger; if a request fails, continues without.
 */
function Form(props: PersonProps) {
  const { event } = props;
  const { data, error } = useEndpoint(getStripeCard, {});
  // Seats that are held later, while the user pays, are those of the form: it stays as it is.
  const [hasOthers] = useState(isBeingPaid(event.myParticipation) && (event.myParticipation?.seats ?? 1) > 1);
  const held = useEndpoint(listCompanions, hasOthers ? { params: { id: event.id } } : null, { maxAgeSeconds: 0 });
  if ((!data && !error) || (hasOthers && !held.data && !held.error)) return <SkeletonDetail />;
  const card = data?.card;
  const companions = (held.data?.items ?? []).filter(isBeingPaid).map(({ name }) => name);
  return <KnownForm {...props} heldFor={companions} {...(card && !card.isExpired && { savedCard: card })} />;
}

const isBeingPaid = (seat: { state: string } | null) => seat?.state === 'held' || seat?.state === 'pending_payment';

/** Returns how many seats the user may buy at once, with those that they hold. */
function maxSeatsOf({ myParticipation: mine }: ClassroomEvent, ticket: AnyTicket, isMinor: boolean): number {
  if (ticket.kind !== 'general' || isMinor || mine?.state === 'offered') return 1;
  const held = mine && isBeingPaid(mine) && mine.ticketTypeId === ticket.id ? (mine.seats ?? 1) : 0;
  const left = ticket.waitlistedCount > 0 ? 0 : (seatsLeft(ticket) ?? MAX_SEATS_PER_PURCHASE);
  return Math.min(MAX_SEATS_PER_PURCHASE, held + left);
}

/** Checkout for a signed-in user. The seat is held from the start. */
function KnownForm({
  savedCard,
  heldFor,
  isMinor = false,
  event,
  ticket,
  returnError,
  round,
  isSwitching,
  onChanged,
  onExpired,
}: PersonProps & { savedCard?: StripeCard; heldFor: readonly string[] }) {
  const [addressee, setAddressee] = useState('');
  const [gift, setGift] = useState<SeatRecipient | null>(null);
  const [companions, setCompanions] = useState(heldFor);
  const canGive = event.allowsTransfers && ticket.kind !== 'archive';
  const maxSeats = maxSeatsOf(event, ticket, isMinor);
  const payment = usePayment({ event, ticket, round, addressee, companions, ...(canGive && { gift }), onChanged });
  const { isChecked, pay } = useCheckedPay(
    payment,
    gift?.email.trim() === '' || companions.some((name) => !name.trim()),
  );
  const before = event.myParticipation?.state === 'held' ? event.myParticipation.paymentMethod : null;
  return (
    <PayForm
      event={event}
      ticket={ticket}
      payment={{ ...payment, pay }}
      {...(savedCard && { savedCard })}
      {...(before !== null && before !== 'card' ? { firstMethod: before } : savedCard && { firstMethod: 'saved_card' })}
      notice={
        isSwitching ? (
          <Notice>別の方法でお支払いを始めると、コンビニの支払い番号は使えなくなります。</Notice>
        ) : (
          returnError && !payment.refusal && !payment.isPaying && <Refusal>{returnError}</Refusal>
        )
      }
      onExpired={onExpired}
      receipt={
        <>
          {canGive && companions.length === 0 && (
            <GiftChoice gift={gift} isDisabled={payment.isPaying} isChecked={isChecked} onChange={setGift} />
          )}
          <Addressee
            note={
              event.organizer.invoiceRegistrationNo === null ? '' : '適格請求書として、主催者の登録番号を記載します。'
            }
            value={addressee}
            isDisabled={payment.isPaying}
            onChange={({ target }) => setAddressee(target.value)}
          />
        </>
      }
    >
      {gift === null && (maxSeats > 1 || companions.length > 0) && (
        <CompanionFields
          names={companions}
          maxSeats={maxSeats}
          isDisabled={payment.isPaying}
          isChecked={isChecked}
          onChange={setCompanions}
        />
      )}
    </PayForm>
  );
}

/** Pays once nothing is missing. Until then what is missing is marked, and the first of it gets the focus. */
function useCheckedPay({ pay }: Payment, isMissing: boolean) {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) document.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return {
    isChecked: attempts > 0,
    pay: async (...order: Parameters<Payment['pay']>) => {
      if (isMissing) setAttempts((before) => before + 1);
      else await pay(...order);
    },
  };
}
