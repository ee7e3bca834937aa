import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { createClassroomComment, listClassroomComments } from '@manabiba/shared/data/endpoints';
import { changeCached, useEndpointMutation } from '@manabiba/shared/platform';
import { useRef } from 'react';

import { changeClassroom } from '../../../core/classroom/change-classroom';

const SENDING = 'sending-';
/** Whether a comment is optimistic, i.e. not yet confirmed by the api. */
export const isSending = ({ id }: Pick<ClassroomComment, 'id'>) => id.startsWith(SENDING);

/**
 * Writes a comment optimistically and removes it when the call fails; `run` then rejects with the `ApiError`. The same
 * text sent again after a failure uses the same idempotency key.
 */
export function useWriteComment(classroomId: string, key: string | undefined, me: SignedInMe) {
  const count = useRef(0);
  const { run, isRunning, error } = useEndpointMutation(createClassroomComment, {
    optimistic: ({ body: { body } }) => {
      const draft = draftComment({ id: `${SENDING}${count.current++}`, classroomId, body, me });
      return [
        changeCached(
          listClassroomComments,
          ({ params }) => params.id === classroomId,
          (page, index) => (index === 0 ? { ...page, items: [draft, ...page.items] } : page),
        ),
        ...changeClassroom(classroomId, (classroom) => ({ ...classroom, commentCount: classroom.commentCount + 1 })),
      ];
    },
  });
  return { write: (body: string) => run({ params: { id: classroomId }, body: { body, key } }), isRunning, error };
}

function draftComment({
  id,
  classroomId,
  body,
  me,
}: {
  id: string;
  classroomId: string;
  body: string;
  me: SignedInMe;
}): ClassroomComment {
  return {
    id,
    classroomId,
    user: me,
    body,
    createdAt: new Date().toISOString(),
    deletedAt: null,
    deletedBy: null,
    isMine: true,
    isBlocked: false,
    editedAt: null,
    replyTo: null,
  };
}
