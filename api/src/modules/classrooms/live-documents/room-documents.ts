import { livePaths } from '@manabiba/shared/contract/room-documents';

import type { ChangedDocument } from '../../realtime/live-outbox';

/** The live documents of a room, for `markChanged`. `count` is the number of participants in the room's document. */
export const changed = {
  room: (classroomId: string): ChangedDocument => ({
    kind: 'room',
    path: livePaths.room(classroomId),
    classroomId,
    subjectId: classroomId,
  }),
  count: (classroomId: string): ChangedDocument => ({
    kind: 'count',
    path: `${livePaths.room(classroomId)}#count`,
    classroomId,
    subjectId: classroomId,
  }),
  user: (classroomId: string, userId: string): ChangedDocument => ({
    kind: 'user',
    path: `${livePaths.roomUsers(classroomId)}/${userId}`,
    classroomId,
    subjectId: userId,
  }),
  comment: (classroomId: string, id: string): ChangedDocument => ({
    kind: 'comment',
    path: `${livePaths.roomComments(classroomId)}/${id}`,
    classroomId,
    subjectId: id,
  }),
  question: (classroomId: string, id: string): ChangedDocument => ({
    kind: 'question',
    path: `${livePaths.roomQuestions(classroomId)}/${id}`,
    classroomId,
    subjectId: id,
  }),
  questionVotes: (classroomId: string, id: string): ChangedDocument => ({
    kind: 'question_votes',
    path: `${livePaths.roomQuestions(classroomId)}/${id}#votes`,
    classroomId,
    subjectId: id,
  }),
} as const;

/** Tells whether a room has live documents: from its start until some time after its end. */
export const hasLiveDocuments = (room: { state: string; forgotten_at: Date | null }) =>
  room.state === 'live' || (room.state === 'ended' && room.forgotten_at === null);
