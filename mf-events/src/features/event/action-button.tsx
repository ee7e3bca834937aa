import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { Link, paths, track, useLocation } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { LogIn, type LucideIcon, Ticket, UserPlus } from 'lucide-react';

import type { Application } from './application';
import type { CallToAction } from './call-to-action';

interface ActionButtonProps {
  event: ClassroomEvent;
  action: CallToAction;
  reasonId: string;
  size?: 'medium' | 'large';
  /** What a button opens that applies at once or for the waiting list. */
  application: Application;
}

const trackClick = () => track('click_event_cta');
const lookOf = (size: 'medium' | 'large') => ({ variant: 'primary', size, isBlock: size === 'large' }) as const;

/** The primary action of an event: a link when it navigates, otherwise a button. Null when there is no action. */
export function ActionButton({ event, action, reasonId, size = 'medium', application }: ActionButtonProps) {
  const { pathname, search } = useLocation();
  const look = lookOf(size);
  const describedBy = 'reason' in action && action.reason ? reasonId : undefined;
  const linkTo = (to: string, icon?: LucideIcon) => (
    <Link className={buttonClass(look)} to={to} aria-describedby={describedBy} onClick={trackClick}>
      {icon && <Icon icon={icon} />}
      {'label' in action && <span>{action.label}</span>}
    </Link>
  );
  switch (action.kind) {
    case 'closed':
    case 'mine':
    case 'organize':
      return null;
    case 'enter':
      return linkTo(action.path, LogIn);
    case 'signUp':
      return linkTo(paths.signIn.href({}, { tab: 'signup', next: pathname + search }), UserPlus);
    case 'buy':
    case 'archive':
      return linkTo(paths.checkout.href({ id: event.id }, { ticket: action.ticket.id }), Ticket);
    case 'subscribe':
      return linkTo(paths.plans.href());
    case 'apply':
    case 'wait':
      return (
        <Button {...look} icon={<Icon icon={Ticket} />} isLoading={application.isLoading} onClick={application.open}>
          {action.label}
        </Button>
      );
    case 'waiting':
      return (
        <Button {...look} icon={<Icon icon={Ticket} />} disabled aria-describedby={describedBy}>
          {action.label}
        </Button>
      );
  }
}
