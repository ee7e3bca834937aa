import { livePaths } from '@manabiba/shared/contract/room-documents';

import type { ChangedDocument } from '../../realtime/live-outbox';

const pollPath = (classroomId: string, id: string) => `${livePaths.roomPolls(classroomId)}/${id}`;

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
  poll: (classroomId: string, id: string): ChangedDocument => ({
    kind: 'poll',
    path: pollPath(classroomId, id),
    classroomId,
    subjectId: id,
  }),
  /** The number of answers in the document of a poll. */
  pollCount: (classroomId: string, id: string): ChangedDocument => ({
    kind: 'poll_count',
    path: `${pollPath(classroomId, id)}#count`,
    classroomId,
    subjectId: id,
  }),
  /** A poll whose time is over. Of its own path, because it is due later than any other change. */
  pollClosing: (classroomId: string, id: string): ChangedDocument => ({
    kind: 'poll',
    path: `${pollPath(classroomId, id)}#closing`,
    classroomId,
    subjectId: id,
  }),
  split: (classroomId: string, id: string): ChangedDocument => ({
    kind: 'split',
    path: `${livePaths.roomSplits(classroomId)}/${id}`,
    classroomId,
    subjectId: id,
  }),
  board: (classroomId: string): ChangedDocument => ({
    kind: 'board',
    path: livePaths.roomBoard(classroomId),
    classroomId,
    subjectId: classroomId,
  }),
  boardElement: (classroomId: string, id: string): ChangedDocument => ({
    kind: 'board_element',
    path: `${livePaths.roomBoardElements(classroomId)}/${id}`,
    classroomId,
    subjectId: id,
  }),
} as const;

/** Returns whether a room has live documents: from its start until some time after its end. */
export const hasLiveDocuments = (room: { state: string; forgotten_at: Date | null }) =>
  room.state === 'live' || (room.state === 'ended' && room.forgotten_at === null);
