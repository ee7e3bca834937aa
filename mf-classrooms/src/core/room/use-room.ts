import {
  LIVE_COMMENTS,
  livePaths,
  roomCommentDoc,
  roomDoc,
  roomUserDoc,
} from '@manabiba/shared/contract/room-documents';
import { useLiveCollection, useLiveDocument } from '@manabiba/shared/platform';
import { useState } from 'react';

/*
 * The live documents of a room that one is in. Any component may ask for them by the classroom's id: however many do,
 * it is one listener. Only for code that is loaded with the room: the schemas come along.
 */

/**
 * The room itself: its state, when it ends, how many are in it. Whoever was away for so long that they lost their seat
 * may read nothing until they have it again; until then it is as it was known last.
 */
export function useRoomDocument(classroomId: string) {
  const { data, ...rest } = useLiveDocument(livePaths.room(classroomId), roomDoc);
  return { ...rest, data: useLastKnown(data ?? undefined) ?? data };
}

const byJoining = [{ field: 'joinedAt' }] as const;

/**
 * Everybody in the room, who came first is first. Nobody at all is not known yet: whoever asks is in it. What is not
 * known, be it again, is as it was known last: after an outage everybody keeps their place until the line is back.
 */
export function useRoomUsers(classroomId: string) {
  const { items, ...rest } = useLiveCollection(
    { path: livePaths.roomUsers(classroomId), orderBy: byJoining },
    roomUserDoc,
    { inParts: true },
  );
  return { ...rest, items: useLastKnown(items?.length === 0 && rest.status !== 'live' ? undefined : items) };
}

/** The value, or what it was before it became unknown. */
function useLastKnown<T>(value: T | undefined): T | undefined {
  const [known, setKnown] = useState(value);
  if (value !== undefined && value !== known) setKnown(value);
  return value ?? known;
}

const byTime = [{ field: 'createdAt' }] as const;

/** The newest hundred comments, the newest last. */
export const useRoomComments = (classroomId: string) =>
  useLiveCollection(
    { path: livePaths.roomComments(classroomId), orderBy: byTime, limitToLast: LIVE_COMMENTS },
    roomCommentDoc,
  );
