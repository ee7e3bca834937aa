import type { UserNotification } from '@manabiba/shared/contract/notifications';
import { listNotificationGroup } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useId, useState } from 'react';

import { NotificationRow, rowClass, RowContent } from '../../core/notification-row';

import styles from './inbox.module.css';

interface GroupProps {
  notification: UserNotification;
  now: Date;
  onOpen: (notification: UserNotification) => void;
}

/** A row for several notifications, such as ten follows in an hour: a click shows them below it. */
export function Group({ notification, now, onOpen }: GroupProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);

  function handleClick() {
    if (!isOpen) onOpen(notification);
    setIsOpen(!isOpen);
  }

  return (
    <>
      <button
        type="button"
        className={`${rowClass(notification)} ${styles.group}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={handleClick}
      >
        <RowContent notification={notification} now={now} />
      </button>
      {isOpen && <Members id={id} notification={notification} now={now} onOpen={onOpen} />}
    </>
  );
}

function Members({ id, notification, now, onOpen }: GroupProps & { id: string }) {
  const { data, error, isRefreshing, retry } = useEndpoint(listNotificationGroup, { params: { id: notification.id } });
  const [isWhole, setIsWhole] = useState(false);
  const items = data?.items ?? [];
  const shown = isWhole ? items : items.slice(0, FIRST_MEMBERS);
  return (
    <div id={id} className={styles.members}>
      {!data &&
        (error ? (
          <ErrorState title="まとめた内容を表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={3} />
        ))}
      <ul>
        {shown.map((item) => (
          <li key={item.id}>
            <NotificationRow notification={item} now={now} onOpen={onOpen} isCompact />
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <Button variant="ghost" onClick={() => setIsWhole(true)}>
          {`ほか${items.length - shown.length}件を表示する`}
        </Button>
      )}
    </div>
  );
}

const FIRST_MEMBERS = 10;
