import type { UserNotification } from '@manabiba/shared/contract/notifications';
import { formatDayHeading } from '@manabiba/shared/format/date-time';
import { groupByDay } from '@manabiba/shared/format/group-by-day';
import { Link, paths, useNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { iconButtonClass } from '@manabiba/shared/ui/icon-button';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Check, SlidersHorizontal } from 'lucide-react';
import { useRef } from 'react';

import { NotificationRow } from '../../core/notification-row';
import { useInbox } from '../../core/use-inbox';
import { Group } from './group';
import { NextPage } from './next-page';
import { RowMenu } from './row-menu';

import styles from './inbox.module.css';

/** 今日 becomes 昨日 at midnight, within a minute. */
const CLOCK_MS = 60_000;

/** The inbox, grouped by day, newest first. */
export function Inbox() {
  const inbox = useInbox();
  const heading = useRef<HTMLHeadingElement>(null);

  function handleReadAll() {
    inbox.markAllRead();
    // The button disappears with the last unread row; focus moves to the heading.
    heading.current?.focus();
  }

  function handleShowArrivals() {
    inbox.showArrivals();
    heading.current?.focus();
  }

  return (
    <>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          お知らせ
        </h1>
        <div className={styles.tools}>
          {inbox.hasUnread && (
            <Button variant="ghost" className={styles.readAll} icon={<Icon icon={Check} />} onClick={handleReadAll}>
              すべて既読にする
            </Button>
          )}
          <Link className={iconButtonClass()} to={`${paths.settings.href()}#notifications`} aria-label="通知設定">
            <Icon icon={SlidersHorizontal} />
          </Link>
        </div>
      </div>
      <Arrivals count={inbox.arrivals} onShow={handleShowArrivals} />
      <PagedList
        list={inbox}
        name="お知らせ"
        level={2}
        skeleton={
          <div className={styles.state}>
            <SkeletonRows count={6} isRuled />
          </div>
        }
        empty={<Empty />}
        canLoadMore={false}
      >
        {(items) => <Days items={items} onOpen={inbox.markOpened} onRead={inbox.markRead} />}
      </PagedList>
      {!inbox.error && (
        <NextPage
          count={inbox.items?.length ?? 0}
          hasMore={inbox.hasMore}
          isLoading={inbox.isLoadingMore}
          onLoadMore={inbox.loadMore}
        />
      )}
    </>
  );
}

/** Announces notifications that have arrived since the list was loaded. They are marked as seen when they are shown. */
function Arrivals({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className={count > 0 ? styles.arrivals : undefined}>
      {count > 0 && <Button onClick={onShow}>{`新しいお知らせが${count}件あります`}</Button>}
    </div>
  );
}

interface DaysProps {
  items: readonly UserNotification[];
  onOpen: (notification: UserNotification) => void;
  onRead: (notification: UserNotification) => void;
}

function Days({ items, onOpen, onRead }: DaysProps) {
  const now = useNow(CLOCK_MS);
  return groupByDay(items, (item) => item.createdAt).map((day) => (
    <section key={day.key} aria-labelledby={`day-${day.key}`}>
      <DayTitle id={`day-${day.key}`} moment={day.moment} now={now} />
      <ul>
        {day.items.map((item) => (
          <li key={item.id} className={styles.item}>
            {item.groupCount > 1 ? (
              <Group notification={item} now={now} onOpen={onOpen} />
            ) : (
              <NotificationRow notification={item} now={now} onOpen={onOpen} />
            )}
            <RowMenu notification={item} onRead={onRead} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** 今日 11月21日(土), or 11月18日 (水): the leading part, then the rest in a muted style. */
function DayTitle({ id, moment, now }: { id: string; moment: string; now: Date }) {
  const { heading, note } = formatDayHeading(moment, now);
  const [date, weekday] = heading.split(/(?=\()/);
  return (
    <h2 id={id} className={styles.day}>
      {date}
      <span>{note ?? weekday}</span>
    </h2>
  );
}

function Empty() {
  return (
    <div className={styles.state}>
      <EmptyState title="お知らせはありません。" drawing="bell" level={2}>
        いまは、お知らせをお送りしていません。予約した教室は、教室の一覧の「予約済み」でご確認ください。
      </EmptyState>
    </div>
  );
}
