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
 * The live documents of the current room. Any component may use these hooks by classroom id; they share one listener.
 * Only for code that is loaded with the room, because they import the schemas.
 */

/**
 * Returns the room document: state, end time, participant count. A participant who lost their place after a long outage
 * may not read it until they have rejoined; until then the last known value is returned.
 */
export function useRoomDocument(classroomId: string) {
  const { data, ...rest } = useLiveDocument(livePaths.room(classroomId), roomDoc);
  return { ...rest, data: useLastKnown(data ?? undefined) ?? data };
}

const byJoining = [{ field: 'joinedAt' }] as const;

/**
 * Returns all participants in joining order. An empty list means not yet known, since the viewer is in it. While
 * unknown, the last known value is returned, so that the list survives an outage.
 */
export function useRoomUsers(classroomId: string) {
  const { items, ...rest } = useLiveCollection(
    { path: livePaths.roomUsers(classroomId), orderBy: byJoining },
    roomUserDoc,
    { inParts: true },
  );
  return { ...rest, items: useLastKnown(items?.length === 0 && rest.status !== 'live' ? undefined : items) };
}

/** Returns the value, or the last known one while it is undefined. */
function useLastKnown<T>(value: T | undefined): T | undefined {
  const [known, setKnown] = useState(value);
  if (value !== undefined && value !== known) setKnown(value);
  return value ?? known;
}

const byTime = [{ field: 'createdAt' }] as const;

/** Returns the newest hundred comments, newest last. */
export const useRoomComments = (classroomId: string) =>
  useLiveCollection(
    { path: livePaths.roomComments(classroomId), orderBy: byTime, limitToLast: LIVE_COMMENTS },
    roomCommentDoc,
  );
