import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { listReservers } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { Link, paths, useEndpointPages } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { LoadMore } from '@manabiba/shared/ui/load-more';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import styles from './reservers-dialog.module.css';

interface ReserversDialogProps {
  classroom: Pick<Classroom, 'id' | 'reservedCount'>;
  classroomKey: string | undefined;
  onClose: () => void;
}

/** Everybody who reserved a seat and has a profile, with the way to it; how many others there are stands below. */
export function ReserversDialog({ classroom: { id, reservedCount }, classroomKey, onClose }: ReserversDialogProps) {
  const list = useEndpointPages(listReservers, { params: { id }, query: { key: classroomKey } });
  const { items, pages, error, retry, hasMore, isLoadingMore, loadMore } = list;
  const unseen = reservedCount - items.length;
  return (
    <Dialog isOpen title={`予約した人 ${formatCount(reservedCount)}人`} size="small" onClose={onClose}>
      {pages.length === 0 && (error ? <ErrorState title="予約した人を表示できませんでした。" onRetry={retry} /> : <SkeletonRows count={6} />)}
      {pages.length > 0 && items.length === 0 && <EmptyState title="表示できる方はいません。">プロフィールを公開していない方は、ここに並びません。</EmptyState>}
      <ul className={styles.people} aria-label="予約した人">
        {items.map((person) => (
          <li key={person.id}>
            <Link to={paths.user.href({ id: person.id })} className={styles.person} onClick={onClose}>
              <Avatar person={person} size={40} />
              <span className={styles.words}>
                <strong>{person.nickname}</strong>
                {person.job && <span className={styles.job}>{person.job}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {pages.length > 0 && error && <ErrorState title="続きを表示できませんでした。" onRetry={retry} isRetrying={isLoadingMore} />}
      {pages.length > 0 && !error && <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onLoadMore={loadMore} />}
      {items.length > 0 && !hasMore && unseen > 0 && <p className={styles.unseen}>ほかに、プロフィールを公開していない方が{formatCount(unseen)}人います。</p>}
    </Dialog>
  );
}
