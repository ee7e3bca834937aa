import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';

import { ConfirmDelete } from '../confirm-delete';
import { useDeleteComment } from '../use-delete-comment';

interface DeleteCommentProps {
  classroomId: string;
  /** The comment to delete; undefined when there is none. */
  comment: ClassroomComment | undefined;
  onClose: () => void;
}

/** Asks for confirmation and deletes a comment on the classroom's page. */
export function DeleteComment({ classroomId, comment, onClose }: DeleteCommentProps) {
  const deleteComment = useDeleteComment(classroomId);
  const handleConfirm = () => {
    if (comment) deleteComment(comment.id);
    onClose();
  };
  return (
    <ConfirmDelete
      isOpen={comment !== undefined}
      isMine={comment?.isMine ?? false}
      onClose={onClose}
      onConfirm={handleConfirm}
    />
  );
}
