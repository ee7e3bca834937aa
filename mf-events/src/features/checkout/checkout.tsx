import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { createParticipation } from '@manabiba/shared/data/endpoints';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { isApiError, isSignedIn, useEndpointMutation, useMe, useNow, useSearchParams } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton';
import { useEffect, useEffectEvent, useState } from 'react';

import styles from './checkout.module.css';
import { checkoutStanding } from './checkout-standing';
import { Closed, Done, Expired, Processing, Refund } from './outcomes';
import { settlementError } from './payment-error';
import type { FormProps } from './person-form';
import { Store } from './store';

const CLOCK_MS = 30_000;
const NOT_PAID = 'お支払いは完了していません。もう一度お試しいただくか、別の方法をお選びください。';
const UNPAID: ReadonlySet<string> = new Set(['payment_required', 'payment_action_required', 'card_declined']);

const loadPersonForm = () => import('./person-form').then(({ PersonForm }) => PersonForm);
const loadGuestForm = () => import('./guest-form').then(({ GuestForm }) => GuestForm);
const waiting = {
  fallback: <SkeletonDetail />,
  failure: (retry: () => void) => <ErrorState title="お支払いの画面を表示できませんでした。" onRetry={retry} />,
};

interface CheckoutProps {
  event: ClassroomEvent;
  /** Asks again how it stands. */
  onChanged: () => void;
}

/** The page of a payment. What it shows is what the event says of this person's seat, in every window the same. */
export function Checkout({ event, onChanged }: CheckoutProps) {
  return (
    <PageBody className={styles.page}>
      <Standing event={event} onChanged={onChanged} />
    </PageBody>
  );
}

function Standing({ event, onChanged }: CheckoutProps) {
  const [search] = useSearchParams();
  const me = useMe();
  const now = useNow(CLOCK_MS);
  // Of what the event says: a hold that has run out here, and a wish to pay all the same.
  const [wish, setWish] = useState<'again' | 'expired'>();
  const { isReturning, error } = useReturn(event, onChanged);
  const standing = checkoutStanding(event, search.get('ticket'), now);
  if (isReturning) return <Processing event={event} />;
  const form = (ticket: TicketType, isSwitching: boolean) => {
    const handleChange = () => {
      setWish(undefined);
      onChanged();
    };
    const handleExpiry = () => {
      setWish('expired');
      onChanged();
    };
    const props: FormProps = {
      event,
      ticket,
      isSwitching,
      ...(error !== undefined && { returnError: error }),
      onChanged: handleChange,
      onExpired: handleExpiry,
    };
    const isPerson = isSignedIn(me);
    // A visitor gets an identity while the page is open: what is typed by then stays.
    return (
      <LazyPart
        key={isPerson ? 'person' : 'guest'}
        load={isPerson ? loadPersonForm : loadGuestForm}
        {...waiting}
        props={props}
      />
    );
  };
  switch (standing.kind) {
    case 'done':
      return <Done event={event} participation={standing.participation} />;
    case 'processing':
      return <Processing event={event} />;
    case 'refund':
      return <Refund event={event} participation={standing.participation} />;
    case 'closed':
      return <Closed event={event} reason={standing.reason} />;
    case 'store':
      if (wish === 'again' && standing.ticket) return form(standing.ticket, true);
      return <Store participation={standing.participation} onSwitch={() => setWish('again')} />;
    case 'expired':
      if (wish === 'again') return form(standing.ticket, false);
      return <Expired event={event} ticket={standing.ticket} onAgain={() => setWish('again')} />;
    case 'pay':
      if (wish !== 'expired') return form(standing.ticket, false);
      return <Expired event={event} ticket={standing.ticket} onAgain={() => setWish('again')} />;
  }
}

/** Takes over a payment that was made elsewhere: the provider sent the person back with its intent in the address. */
function useReturn(event: ClassroomEvent, onChanged: () => void) {
  const [search, setSearch] = useSearchParams();
  const intentId = search.get('payment_intent');
  const [error, setError] = useState<string>();
  const { run } = useEndpointMutation(createParticipation);
  const settle = useEffectEvent(async (paymentIntentId: string) => {
    await run({ params: { id: event.id }, body: { paymentIntentId } }).catch((reason: unknown) => {
      if (!isApiError(reason)) throw reason;
      setError(UNPAID.has(reason.code) ? NOT_PAID : settlementError(reason));
    });
    onChanged();
    setSearch(
      (before) => {
        const rest = new URLSearchParams(before);
        for (const name of ['payment_intent', 'payment_intent_client_secret', 'redirect_status']) rest.delete(name);
        return rest;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (intentId !== null) void settle(intentId);
  }, [intentId]);
  return { isReturning: intentId !== null, error };
}
