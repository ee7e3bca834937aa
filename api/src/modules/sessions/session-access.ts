import type { LiveReader, ReadingRight } from '../realtime/live-access';

/** A session has a document below its person: it is deleted when the session ends. */
export const sessionRight: ReadingRight = { documents: 'people/{user}/sessions/{session}', person: 'user' };

/** Whether the reader's session lives. Anonymous visitors have no such document: leaving the room ends their reading. */
export function hasLiveSession({ userId, claims, exists }: LiveReader): boolean {
  const { session, anonymous } = claims;
  return anonymous === true || (typeof session === 'string' && exists(`people/${userId}/sessions/${session}`));
}
