import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { isSignedIn, useSession, useSessionHold } from '@manabiba/shared/platform';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { type DockedRoom, roomDock } from './docked-room';
import { RoomSession } from './room-session';
import type { RoomSessionState } from './room-session-state';

/**
 * Returns this page's session in a room. It starts when a session exists, and is checked when the page becomes visible
 * or the connection is back. When the page is left, the mini player takes it over; without one it ends.
 */
export function useRoomSession({
  classroom,
  classroomKey,
  onlyListens,
}: {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
  /** Whether the viewer joins at once, to listen. */
  onlyListens: boolean;
}): { roomSession: RoomSession; state: RoomSessionState } {
  const [roomSession] = useState(
    () => roomDock().find(classroom.id) ?? new RoomSession({ classroomId: classroom.id, classroomKey, onlyListens }),
  );
  const hasSession = useSession(({ me }) => me !== null);
  const state = useSyncExternalStore(roomSession.subscribe, roomSession.read);
  useJoiningAndLeaving({ classroom, classroomKey, roomSession }, hasSession);
  useRoomSessionCare(roomSession, state);
  return { roomSession, state };
}

/** Ends, resumes and checks a session as its window is closed, restored or brought back, on whatever page it is. */
export function useRoomSessionCare(roomSession: RoomSession, state: RoomSessionState): void {
  usePageLife(roomSession);
  useSignInAgain(roomSession, state);
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
// oxlint-disable-next-line house/no-module-state -- Filled by effects, which only the browser runs.
const leaving = new WeakMap<RoomSession, ReturnType<typeof setTimeout>>();

function useJoiningAndLeaving(room: DockedRoom, hasSession: boolean): void {
  const { roomSession } = room;
  const shown = useRef(room);
  const isMounted = useRef(false);
  useEffect(() => {
    shown.current = room;
  });
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => {
    if (!hasSession) return undefined;
    // In development React removes and re-runs effects; the participant has not left.
    if (leaving.has(roomSession)) clearTimeout(leaving.get(roomSession));
    else if (!roomDock().undock(roomSession)) void roomSession.enter();
    const end = () => {
      leaving.delete(roomSession);
      if (isMounted.current || !roomDock().dock(shown.current)) roomSession.leave();
    };
    return () => void leaving.set(roomSession, setTimeout(end));
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
