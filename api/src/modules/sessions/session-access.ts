import type { LiveReader, ReadingRight } from '../realtime/live-access';

/** Each session has a live document below its user, which is deleted when the session ends. */
export const sessionRight: ReadingRight = { documents: 'people/{user}/sessions/{session}', person: 'user' };

/**
 * Returns whether the reader's session is active. Anonymous visitors have no such document: their access ends when they
 * leave the room.
 */
export function hasLiveSession({ userId, claims, exists }: LiveReader): boolean {
  const { session, anonymous } = claims;
  return anonymous === true || (typeof session === 'string' && exists(`people/${userId}/sessions/${session}`));
}
