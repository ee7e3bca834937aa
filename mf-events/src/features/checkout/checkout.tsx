import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { createParticipation } from '@manabiba/shared/data/endpoints';
import { isApiError, isSignedIn, useEndpointMutation, useMe, useNow, useSearchParams } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useState } from 'react';

import { NOT_PAID } from '../../core/participation/application-error';
import { checkoutStanding } from './checkout-standing';
import { GuestForm } from './guest-form';
import { Closed, Done, Expired, Processing, Refund } from './outcomes';
import { settlementError } from './payment-error';
import { type FormProps, PersonForm } from './person-form';
import { Store } from './store';
import { useStoreDeadline } from './use-store-deadline';
import { Waiting } from './waiting';

const CLOCK_MS = 30_000;
const UNPAID: ReadonlySet<string> = new Set(['payment_required', 'payment_action_required', 'card_declined']);

interface CheckoutProps {
  event: ClassroomEvent;
  /** Refetches the state. */
  onChanged: () => void;
}

/**
 * The checkout. It derives everything from the user's participation in the event, so every window shows the same.
 */
export function Checkout({ event, onChanged }: CheckoutProps) {
  const [search] = useSearchParams();
  const now = useNow(CLOCK_MS);
  // Local overrides of the event's state: a hold that expired here, and a decision to pay anyway.
  const [wish, setWish] = useState<'again' | 'expired'>();
  const [round, setRound] = useState(0);
  const { isReturning, error } = useReturn(event, onChanged);
  const standing = checkoutStanding(event, search.get('ticket'), now);
  const isPastStore = useStoreDeadline(event.myParticipation);
  const handleAgain = () => {
    setWish('again');
    setRound(round + 1);
  };
  if (isReturning) return <Processing event={event} />;
  switch (standing.kind) {
    case 'done':
      return <Done event={event} participation={standing.participation} ticket={standing.ticket} />;
    case 'processing':
      return <Processing event={event} />;
    case 'refund':
      if (wish !== 'again' || !standing.ticket)
        return <Refund event={event} participation={standing.participation} onAgain={standing.ticket && handleAgain} />;
      break;
    case 'closed':
      if (isPastStore && standing.soldOut)
        return <Expired event={event} ticket={standing.soldOut} isAtStore onAgain={onChanged} />;
      return <Closed event={event} reason={standing.reason} isSoldOut={standing.soldOut !== undefined} />;
    case 'waiting':
      return <Waiting event={event} />;
    case 'store':
      if (wish !== 'again' || !standing.ticket)
        return <Store event={event} participation={standing.participation} onSwitch={() => setWish('again')} />;
      break;
    case 'expired':
    case 'pay':
      break;
  }
  const change = (next: typeof wish) => {
    setWish(next);
    onChanged();
  };
  const { kind, ticket } = standing;
  if (!ticket) return null;
  const isOver = kind === 'expired' || isPastStore ? wish !== 'again' : wish === 'expired';
  return (
    <>
      {isOver && <Expired event={event} ticket={ticket} isAtStore={isPastStore} onAgain={handleAgain} />}
      <PaymentForm
        isShown={!isOver}
        event={event}
        ticket={ticket}
        round={round}
        isSwitching={kind === 'store'}
        {...(error !== undefined && { returnError: error })}
        onChanged={() => change(undefined)}
        onExpired={() => change('expired')}
      />
    </>
  );
}

/** Keeps the form's input while the form is hidden; the form mounts only once it is first shown. */
function PaymentForm({ isShown, ...props }: FormProps & { isShown: boolean }) {
  const isPerson = isSignedIn(useMe());
  const [hasBeenShown, setHasBeenShown] = useState(isShown);
  if (isShown && !hasBeenShown) setHasBeenShown(true);
  if (!hasBeenShown) return null;
  return (
    <div hidden={!isShown}>
      {/* A visitor gets an identity while the page is open: what is typed by then stays. */}
      {isPerson ? <PersonForm {...props} /> : <GuestForm {...props} />}
    </div>
  );
}

/** Completes a payment made on the provider's page, which redirected back with the payment intent in the URL. */
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
