import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

/** Maximum number of skeleton rows while comments load: about what fits below the fold. */
const MAX_ROWS = 5;

/** The heading and skeleton of the comments until their code is loaded. */
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
