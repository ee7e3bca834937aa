import { LIVE_COMMENTS, livePaths, roomCommentDoc, roomDoc, roomUserDoc } from '@manabiba/shared/contract/room-documents';
import { useLiveCollection, useLiveDocument } from '@manabiba/shared/platform';
import { asTheyCome, useReadValues } from './use-read-values';

/*
 * The live documents of a room that one is in. Any component may ask for them by the classroom's id: however many do,
 * it is one listener. Only for code that is loaded with the room: the schemas come along.
 */

/** The room itself: its state, when it ends, how many are in it. */
export const useRoomDocument = (classroomId: string) => useLiveDocument(livePaths.room(classroomId), roomDoc);

const byJoining = [{ field: 'joinedAt' }] as const;

/** Everybody in the room, who came first is first. Nobody at all is not known yet: whoever asks is in it. */
export function useRoomUsers(classroomId: string) {
  const { items: values, ...rest } = useLiveCollection({ path: livePaths.roomUsers(classroomId), orderBy: byJoining }, asTheyCome);
  const items = useReadValues(values, roomUserDoc);
  return { ...rest, items: items?.length === 0 && rest.status !== 'live' ? undefined : items };
}

const byTime = [{ field: 'createdAt' }] as const;

/** The newest hundred comments, the newest last. */
export const useRoomComments = (classroomId: string) => (
  useLiveCollection({ path: livePaths.roomComments(classroomId), orderBy: byTime, limitToLast: LIVE_COMMENTS }, roomCommentDoc)
);
