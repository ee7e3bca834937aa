import type { SignedInMe } from '@manabiba/shared/contract/users';
import { listNotifications } from '@manabiba/shared/data/endpoints';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { isSignedIn, Link, paths, prefetchEndpoint, track, useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Popover, type PopoverTriggerProps } from '@manabiba/shared/ui/popover';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { Bell } from 'lucide-react';

import { useLiveUnread } from './use-live-unread';
import { useWorkerRequests } from './use-worker-requests';

import styles from './bell.module.css';

const loadLatest = () => import('./latest').then((module) => module.Latest);

/** The header bell: opens the latest notifications, with a dot while there are unseen ones. */
export function HeaderBell() {
  const me = useMe();
  return isSignedIn(me) ? <LiveBell me={me} /> : null;
}

function LiveBell({ me }: { me: SignedInMe }) {
  useLiveUnread(me.id);
  useWorkerRequests();
  // A failure is shown in the popover, with a link to the page instead.
  const { component: Latest, hasFailed, fetch } = useLazyComponent(loadLatest, { isQuiet: true });
  const count = me.unreadNotificationCount;

  function warmUp() {
    void fetch();
    void prefetchEndpoint(listNotifications, {});
  }

  function handleClick({ onClick, 'aria-expanded': isOpen }: PopoverTriggerProps) {
    if (!isOpen) {
      track('click_bell');
      void fetch();
    }
    onClick();
  }

  return (
    <Popover
      label="お知らせ"
      align="end"
      isFlush
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          label={count > 0 ? `お知らせ(未読${count}件)` : 'お知らせ'}
          hasDot={count > 0}
          onMouseOver={warmUp}
          onFocus={warmUp}
          onTouchStart={warmUp}
          onClick={() => handleClick(trigger)}
        >
          <Icon icon={Bell} />
        </IconButton>
      )}
    >
      {(close) => {
        if (Latest) return <Latest onLeave={close} />;
        return (
          <div className={styles.waiting}>{hasFailed ? <Failed onLeave={close} /> : <SkeletonRows count={5} />}</div>
        );
      }}
    </Popover>
  );
}

function Failed({ onLeave }: { onLeave: () => void }) {
  return (
    <p role="alert">
      最新のお知らせを表示できませんでした。
      <Link className={textLinkClass} to={paths.notifications.href()} onClick={onLeave}>
        お知らせの一覧を開く
      </Link>
    </p>
  );
}
