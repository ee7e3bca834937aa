import { isSignedIn, Link, paths, track, useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { iconButtonClass, UnreadDot } from '@manabiba/shared/ui/icon-button';
import { Bell } from 'lucide-react';

/** The bell of the header: the way to the inbox, with a dot while something there has not been seen. */
export function HeaderBell() {
  const me = useMe();
  if (!isSignedIn(me)) return null;
  const count = me.unreadNotificationCount;
  return (
    <Link className={iconButtonClass()} to={paths.notifications.href()} onClick={() => track('click_bell')} aria-label={count > 0 ? `お知らせ(未読${count}件)` : 'お知らせ'}>
      <Icon icon={Bell} />
      {count > 0 && <UnreadDot />}
    </Link>
  );
}
