import type { SignedInMe } from '@manabiba/shared/contract/users';
import { isSignedIn, Link, paths, track, useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { iconButtonClass, UnreadDot } from '@manabiba/shared/ui/icon-button';
import { Bell } from 'lucide-react';

import { useLiveUnread } from './use-live-unread';

/** The header bell: links to the inbox, with a dot while there are unseen notifications. */
export function HeaderBell() {
  const me = useMe();
  return isSignedIn(me) ? <LiveBell me={me} /> : null;
}

function LiveBell({ me }: { me: SignedInMe }) {
  useLiveUnread(me.id);
  const count = me.unreadNotificationCount;
  return (
    <Link
      className={iconButtonClass()}
      to={paths.notifications.href()}
      onClick={() => track('click_bell')}
      aria-label={count > 0 ? `お知らせ(未読${count}件)` : 'お知らせ'}
    >
      <Icon icon={Bell} />
      {count > 0 && <UnreadDot />}
    </Link>
  );
}
