import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { Link, paths } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';

interface PayLinkProps {
  event: Pick<ClassroomEvent, 'id'>;
  participation: Pick<Participation, 'state' | 'ticketTypeId' | 'paymentMethod'>;
}

/**
 * Link to the payment of a held or offered seat. For a seat held for guardian consent the page shows the state of the
 * consent.
 */
export function PayLink({ event, participation: { state, ticketTypeId, paymentMethod } }: PayLinkProps) {
  const isUnderWay = state === 'pending_payment';
  const isForGuardian = state === 'held' && paymentMethod === null;
  return (
    <Link
      className={buttonClass({ variant: isUnderWay || isForGuardian ? 'secondary' : 'primary', isBlock: true })}
      to={paths.checkout.href({ id: event.id }, { ticket: ticketTypeId })}
    >
      {isUnderWay ? 'お支払いの画面を開く' : isForGuardian ? 'お申し込みの画面を開く' : 'お支払いに進む'}
    </Link>
  );
}
