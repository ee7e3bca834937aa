import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { canReportComment } from '../../../core/classroom/classroom-permissions';
import { CommentItem } from './comment-item';
import type { useComments } from './use-comments';

import styles from './comments.module.css';

interface CommentListProps {
  list: ReturnType<typeof useComments>;
  hostId: string;
  canDelete: (comment: ClassroomComment) => boolean;
  onDelete: (comment: ClassroomComment) => void;
  onReport: (comment: ClassroomComment) => void;
}

/** The comments by time, newest last, with a button for older ones on top. */
export function CommentList({ list, hostId, canDelete, onDelete, onReport }: CommentListProps) {
  const { comments, pages, isRefreshing, error, retry, hasMore, isLoadingMore, loadMore } = list;
  if (comments.length === 0 && (pages.length === 0 || isRefreshing || error)) {
    return (
      <div className={styles.list}>
        {error ? <ErrorState title="コメントを表示できませんでした。" onRetry={retry} /> : <SkeletonRows count={3} />}
      </div>
    );
  }
  if (comments.length === 0) return <p className={styles.none}>まだコメントはありません。</p>;
  return (
    <div className={styles.list}>
      {error && (
        <div className={styles.older}>
          <ErrorState title="コメントを更新できませんでした。" onRetry={retry} />
        </div>
      )}
      {hasMore && (
        <p className={styles.older}>
          <Button variant="ghost" size="small" isLoading={isLoadingMore} onClick={loadMore}>
            以前のコメントを見る
          </Button>
        </p>
      )}
      <ul>
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            isHost={comment.user?.id === hostId}
            onDelete={canDelete(comment) ? () => onDelete(comment) : undefined}
            onReport={canReportComment(comment) ? () => onReport(comment) : undefined}
          />
        ))}
      </ul>
    </div>
  );
}
