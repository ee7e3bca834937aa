import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { isSignedIn, useMe, useSearchParams, useServerNow } from '@manabiba/shared/platform';
import { useState } from 'react';

import { checkoutStanding } from './checkout-standing';
import { GuestForm } from './guest-form';
import { Closed, Done, EventLink, Expired, Processing, Refund } from './outcomes';
import { type FormProps, PersonForm } from './person-form';
import { Store } from './store';
import { useReturn } from './use-return';
import { useStoreDeadline } from './use-store-deadline';
import { Waiting } from './waiting';

const CLOCK_MS = 30_000;

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
  const now = useServerNow(CLOCK_MS);
  // Local overrides of the event's state: a hold that expired here, and a decision to pay anyway.
  const [wish, setWish] = useState<'again' | 'expired'>();
  const [round, setRound] = useState(0);
  const { isReturning, error } = useReturn(event.id, onChanged);
  const standing = checkoutStanding(event, search.get('ticket'), now);
  const isPastStore = useStoreDeadline(event.myParticipation);
  const handleAgain = () => {
    setWish('again');
    setRound(round + 1);
  };
  if (isReturning) return <Processing back={<EventLink event={event} />} />;
  switch (standing.kind) {
    case 'done':
      return <Done event={event} participation={standing.participation} ticket={standing.ticket} />;
    case 'processing':
      return <Processing back={<EventLink event={event} />} />;
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
