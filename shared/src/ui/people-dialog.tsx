import type { ElementType } from 'react';

import { formatCount } from '../format/count';
import { Avatar } from './avatar';
import { Dialog } from './dialog';
import { EmptyState } from './empty-state';
import { ErrorState } from './error-state';
import { LoadMore } from './load-more';
import styles from './people-dialog.module.css';
import { SkeletonRows } from './skeleton';

interface ShownPerson {
  id: string;
  nickname: string;
  avatarUrl: string | null;
  job: string;
}

/** A list that comes page by page, as `useEndpointPages` gives it. */
interface PeoplePages {
  items: readonly ShownPerson[];
  pages: readonly unknown[];
  error: unknown;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

interface PeopleDialogProps {
  /** What they are: 予約した人. */
  label: string;
  /** How many there are, with those who are not shown. */
  count: number;
  list: PeoplePages;
  /** What draws the link to a profile, such as a router's link with `to`. */
  as: ElementType;
  hrefOf: (person: ShownPerson) => string;
  onClose: () => void;
}

/** Everybody of a crowd who has a profile, with the way to it; how many others there are stands below. */
export function PeopleDialog({ label, count, list, as: LinkElement, hrefOf, onClose }: PeopleDialogProps) {
  const { items, pages, error, retry, hasMore, isLoadingMore, loadMore } = list;
  const unseen = count - items.length;
  const hasFailed = error !== undefined;
  return (
    <Dialog isOpen title={`${label} ${formatCount(count)}人`} size="small" onClose={onClose}>
      {pages.length === 0 &&
        (hasFailed ? (
          <ErrorState title={`${label}を表示できませんでした。`} onRetry={retry} />
        ) : (
          <SkeletonRows count={6} />
        ))}
      {pages.length > 0 && items.length === 0 && (
        <EmptyState title="表示できる方はいません。">プロフィールを公開していない方は、ここに並びません。</EmptyState>
      )}
      <ul className={styles.people} aria-label={label}>
        {items.map((person) => (
          <li key={person.id}>
            <LinkElement to={hrefOf(person)} className={styles.person} onClick={onClose}>
              <Avatar person={person} size={40} />
              <span className={styles.words}>
                <strong>{person.nickname}</strong>
                {person.job && <span className={styles.job}>{person.job}</span>}
              </span>
            </LinkElement>
          </li>
        ))}
      </ul>
      {pages.length > 0 && hasFailed && (
        <ErrorState title="続きを表示できませんでした。" onRetry={retry} isRetrying={isLoadingMore} />
      )}
      {pages.length > 0 && !hasFailed && <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onLoadMore={loadMore} />}
      {items.length > 0 && !hasMore && unseen > 0 && (
        <p className={styles.unseen}>ほかに、プロフィールを公開していない方が{formatCount(unseen)}人います。</p>
      )}
    </Dialog>
  );
}
