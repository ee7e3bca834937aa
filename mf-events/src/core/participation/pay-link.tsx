import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { Link, paths } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';

interface PayLinkProps {
  event: Pick<ClassroomEvent, 'id'>;
  participation: Pick<Participation, 'state' | 'ticketTypeId'>;
}

/** To the payment of a seat that is kept, or was offered. */
export function PayLink({ event, participation: { state, ticketTypeId } }: PayLinkProps) {
  const isUnderWay = state === 'pending_payment';
  return (
    <Link
      className={buttonClass({ variant: isUnderWay ? 'secondary' : 'primary', isBlock: true })}
      to={paths.checkout.href({ id: event.id }, { ticket: ticketTypeId })}
    >
      {isUnderWay ? 'お支払いの画面を開く' : 'お支払いに進む'}
    </Link>
  );
}
