import { isSignedIn, useSession, useSessionHold } from '@manabiba/shared/platform';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { RoomSession } from './room-session';
import type { RoomSessionState } from './room-session-state';

/**
 * Returns this page's session in a room. It starts when a session exists, ends when the page is left, and is checked
 * when the page becomes visible or the connection is back.
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

/** Signed-in users stay in the room while signing in again. Anonymous ones whose session ends are refused. */
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

/** Sessions that will leave unless their component is remounted in the same turn. */
const leaving = new WeakMap<RoomSession, ReturnType<typeof setTimeout>>();

function useJoiningAndLeaving(roomSession: RoomSession, hasSession: boolean): void {
  useEffect(() => {
    if (!hasSession) return undefined;
    // In development React removes and re-runs effects; the participant has not left.
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
    // After sleep or an outage the api may have removed this participant: check now instead of at the next heartbeat.
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
