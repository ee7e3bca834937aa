import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import { deleteClassroomComment, listClassroomComments } from '@manabiba/shared/data/endpoints';
import { changeCached, showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';

/**
 * Deletes a comment optimistically and restores it with a message when the call fails.
 *
 * @param onDeleted updates other views of it.
 */
export function useDeleteComment(classroomId: string, onDeleted?: (id: string) => void) {
  const { run } = useEndpointMutation(deleteClassroomComment, {
    optimistic: ({ params: { commentId } }) =>
      changeCached(
        listClassroomComments,
        ({ params }) => params.id === classroomId,
        (page) => ({
          ...page,
          items: page.items.map((comment) => (comment.id === commentId ? deleted(comment) : comment)),
        }),
      ),
    onSuccess: (_answer, { params: { commentId } }) => {
      toast.success('コメントを削除しました。');
      onDeleted?.(commentId);
    },
    onError: showMessageFor,
  });
  return (commentId: string) => void run({ params: { id: classroomId, commentId } }).catch(() => undefined);
}

function deleted(comment: ClassroomComment): ClassroomComment {
  return { ...comment, body: '', deletedAt: new Date().toISOString(), deletedBy: comment.isMine ? 'author' : 'host' };
}
