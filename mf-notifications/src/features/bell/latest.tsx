import type { UserNotification } from '@manabiba/shared/contract/notifications';
import { Link, paths, useNow } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { iconButtonClass } from '@manabiba/shared/ui/icon-button';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { NotificationRow } from '../../core/notification-row';
import { useInbox } from '../../core/use-inbox';

import styles from './bell.module.css';

const LATEST_COUNT = 5;
/** 18:30 becomes 昨日 18:30 at midnight, within a minute. */
const CLOCK_MS = 60_000;

/** A group leads to the list, where it opens. */
const inList = (item: UserNotification) => (item.groupCount > 1 ? { ...item, url: paths.notifications.href() } : item);

/**
 * The content of the bell's popover. Showing it marks the notifications as seen, and a clicked one as read.
 * Notifications that arrive meanwhile appear at once.
 */
export function Latest({ onLeave }: { onLeave: () => void }) {
  const inbox = useInbox();
  const now = useNow(CLOCK_MS);
  useShowArrivals(inbox);

  function handleOpen(notification: UserNotification) {
    inbox.markOpened(notification);
    onLeave();
  }

  return (
    <>
      <div className={styles.head}>
        <h2>お知らせ</h2>
        <Link
          className={iconButtonClass()}
          to={`${paths.settings.href()}#notifications`}
          aria-label="通知設定"
          onClick={onLeave}
        >
          <Icon icon={SlidersHorizontal} />
        </Link>
      </div>
      <PagedList
        list={inbox}
        name="お知らせ"
        canLoadMore={false}
        skeleton={
          <div className={styles.state}>
            <SkeletonRows count={LATEST_COUNT} />
          </div>
        }
        empty={<p className={styles.state}>お知らせはありません。</p>}
      >
        {(items) => (
          <ul>
            {items.slice(0, LATEST_COUNT).map((item) => (
              <li key={item.id}>
                <NotificationRow notification={inList(item)} now={now} onOpen={handleOpen} isCompact />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Link className={styles.all} to={paths.notifications.href()} onClick={onLeave}>
        すべてのお知らせを見る
      </Link>
    </>
  );
}

/**
 * Refetches the list when something has arrived, once for each newest notification: a late count does not repeat it.
 */
function useShowArrivals({ arrivals, items, showArrivals }: ReturnType<typeof useInbox>) {
  const newest = items?.[0]?.id ?? null;
  const refetchedAt = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (arrivals === 0 || refetchedAt.current === newest) return;
    refetchedAt.current = newest;
    showArrivals();
  }, [arrivals, newest, showArrivals]);
}
