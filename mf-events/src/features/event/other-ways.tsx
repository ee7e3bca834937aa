import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { Link, paths, track } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';

const ghost = buttonClass({ variant: 'ghost', isBlock: true });
const trackClick = () => track('click_event_cta');

/** Link to the checkout for visitors who do not want an account. */
export function GuestLink({ event, ticket }: { event: Pick<ClassroomEvent, 'id'>; ticket: Pick<TicketType, 'id'> }) {
  return (
    <Link className={ghost} to={paths.checkout.href({ id: event.id }, { ticket: ticket.id })} onClick={trackClick}>
      アカウントを作らずに購入
    </Link>
  );
}

/** Link to the plans, where one includes a seat that otherwise costs something or is not available. */
export function PlanLink() {
  return (
    <Link className={ghost} to={paths.plans.href()} onClick={trackClick}>
      プランに登録して無料で参加
    </Link>
  );
}
