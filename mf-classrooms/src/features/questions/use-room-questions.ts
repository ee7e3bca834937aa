import { LIVE_QUESTIONS, livePaths, roomQuestionDoc } from '@manabiba/shared/contract/room-documents';
import { useLiveCollection } from '@manabiba/shared/platform';

const byVotes = [{ field: 'voteCount' }] as const;

/** Returns the questions of a live room with the most votes. Every caller shares one listener. */
export const useRoomQuestions = (classroomId: string) =>
  useLiveCollection(
    { path: livePaths.roomQuestions(classroomId), orderBy: byVotes, limitToLast: LIVE_QUESTIONS },
    roomQuestionDoc,
  );
