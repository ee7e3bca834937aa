import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import type { RoomCommentDoc } from '@manabiba/shared/contract/room-documents';
import { updateClassroomComment } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';

import { keepDraft } from '../../../core/room/drafts';

/** Changes the viewer's own comment. After a failure the words are there when it is edited again. */
export function useEditComment(
  classroomId: string,
  key: string | undefined,
  onEdited: (comment: ClassroomComment) => void,
) {
  const { run } = useEndpointMutation(updateClassroomComment, {
    onSuccess: onEdited,
    onError: (error, { params: { commentId }, body }) => {
      keepDraft(`${classroomId} ${commentId}`, body.body);
      showMessageFor(error);
    },
  });
  return ({ id }: RoomCommentDoc, body: string) =>
    void run({ params: { id: classroomId, commentId: id }, body: { body, key } }).catch(() => undefined);
}
