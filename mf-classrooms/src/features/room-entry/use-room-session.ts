import { isSignedIn, useSession, useSessionHold } from '@manabiba/shared/platform';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { RoomSession, type RoomSessionState } from './room-session';

/**
 * This page's session in a room. It begins when somebody is signed in, ends when the page goes away, and is checked when
 * the page is shown again or the connection is back.
 */
export function useRoomSession(
  classroomId: string,
  classroomKey: string | undefined,
): { roomSession: RoomSession; state: RoomSessionState } {
  const [roomSession] = useState(() => new RoomSession({ classroomId, classroomKey }));
  const hasSession = useSession(({ me }) => me !== null);
  const state = useSyncExternalStore(roomSession.subscribe, roomSession.read);
  useJoiningAndLeaving(roomSession, hasSession);
  usePageLife(roomSession);
  useSignInAgain(roomSession, state);
  return { roomSession, state };
}

/** A signed-in person stays in the room while they sign in again. An anonymous one whose session ends is refused. */
function useSignInAgain(roomSession: RoomSession, { phase }: RoomSessionState): void {
  const isPerson = useSession(({ me }) => isSignedIn(me));
  const isExpired = useSession((session) => session.isExpired);
  const wasExpired = useRef(false);
  useSessionHold(isPerson && (phase === 'inside' || phase === 'waiting'));
  useEffect(() => {
    if (wasExpired.current && !isExpired) roomSession.resume();
    wasExpired.current = isExpired;
  }, [roomSession, isExpired]);
}

/** Sessions that leave unless their component is mounted again within the same turn. */
const leaving = new WeakMap<RoomSession, ReturnType<typeof setTimeout>>();

function useJoiningAndLeaving(roomSession: RoomSession, hasSession: boolean): void {
  useEffect(() => {
    if (!hasSession) return undefined;
    // In development React removes effects and runs them again: the person has not left.
    if (leaving.has(roomSession)) clearTimeout(leaving.get(roomSession));
    else void roomSession.enter();
    return () =>
      void leaving.set(
        roomSession,
        setTimeout(() => roomSession.leave()),
      );
  }, [roomSession, hasSession]);
}

function usePageLife(roomSession: RoomSession): void {
  useEffect(() => {
    const handlePageHide = () => roomSession.handlePageHide();
    const resume = ({ persisted }: PageTransitionEvent) => {
      if (persisted) roomSession.resume();
    };
    // After sleep or an outage the api may have removed this person: ask at once, not at the next heartbeat.
    const check = () => {
      if (document.visibilityState === 'visible') void roomSession.check();
    };
    window.addEventListener('pagehide', handlePageHide);
    window.addEventListener('pageshow', resume);
    window.addEventListener('online', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      window.removeEventListener('pagehide', handlePageHide);
      window.removeEventListener('pageshow', resume);
      window.removeEventListener('online', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [roomSession]);
}
