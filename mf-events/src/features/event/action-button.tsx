import { Link, paths, track, useLocation } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { LogIn, Ticket, UserPlus } from 'lucide-react';

import type { CallToAction } from './call-to-action';

interface ActionButtonProps {
  action: CallToAction;
  reasonId: string;
  size?: 'medium' | 'large';
}

const tellPress = () => track('click_event_cta');

/** The one action of an event: a link where it leads somewhere, else a button that says why it waits. Null where all is over. */
export function ActionButton({ action, reasonId, size = 'medium' }: ActionButtonProps) {
  const { pathname, search } = useLocation();
  const look = { variant: 'primary', size, isBlock: size === 'large' } as const;
  switch (action.kind) {
    case 'closed':
      return null;
    case 'enter':
      return (
        <Link className={buttonClass(look)} to={action.path} onClick={tellPress}>
          <Icon icon={LogIn} />
          {action.label}
        </Link>
      );
    case 'signUp': {
      const to = paths.signIn.href({}, { tab: 'signup', next: pathname + search });
      return (
        <Link className={buttonClass(look)} to={to} aria-describedby={reasonId} onClick={tellPress}>
          <Icon icon={UserPlus} />
          {action.label}
        </Link>
      );
    }
    case 'waiting':
      return (
        <Button {...look} icon={<Icon icon={Ticket} />} disabled aria-describedby={reasonId}>
          {action.label}
        </Button>
      );
  }
}
