import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

/** How many rows are drawn at most while the comments are on their way: about what fits on a screen below the fold. */
const MAX_ROWS = 5;

/** The heading of the comments and the place that they will take, until their code is there. */
export function CommentsPlaceholder({ classroom }: { classroom: ClassroomDetail }) {
  return (
    <>
      <h2>
        コメント<small>{formatCount(classroom.commentCount)}件</small>
      </h2>
      <SkeletonRows count={1 + Math.min(classroom.commentCount, MAX_ROWS)} />
    </>
  );
}
