import type { ElementType } from 'react';

import { formatCount } from '../format/count';
import { Avatar } from './avatar';
import { Dialog } from './dialog';
import { EmptyState } from './empty-state';
import { ErrorState } from './error-state';
import { LoadMore } from './load-more';
import { SkeletonRows } from './skeleton';

import styles from './people-dialog.module.css';

interface ShownPerson {
  id: string;
  nickname: string;
  avatarUrl: string | null;
  job: string;
}

/** A paginated list as returned by `useEndpointPages`. */
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
  /** Label of the list: 予約した人. */
  label: string;
  /** Total count, including people who are not listed. */
  count: number;
  list: PeoplePages;
  /** The link component for a profile, such as a router's link with `to`. */
  as: ElementType;
  hrefOf: (person: ShownPerson) => string;
  onClose: () => void;
}

/** Lists the people who have a profile, each linked to it; the number of the others is shown below. */
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
