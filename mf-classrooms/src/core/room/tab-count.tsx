import { formatCount } from '@manabiba/shared/format/count';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';

import styles from './tab-count.module.css';

/** The number on a tab of the room's panel, and how many are unread. */
export function TabCount({ count, unreadCount }: { count: number | undefined; unreadCount: number }) {
  return (
    <>
      {count !== undefined && formatCount(count)}
      {unreadCount > 0 && (
        <span className={styles.unread}>
          <span aria-hidden>{unreadCount > 99 ? '99+' : unreadCount}</span>
          <VisuallyHidden>未読{unreadCount}件</VisuallyHidden>
        </span>
      )}
    </>
  );
}
