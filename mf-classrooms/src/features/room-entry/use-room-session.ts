import { isSignedIn, useSession, useSessionHold } from '@manabiba/shared/platform';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { RoomSession, type RoomSessionState } from './room-session';

/**
 * This page's visit to a room: begins when there is a session to join with, ends when the page goes away, and is
 * looked after when the page or the line comes back.
 */
export function useRoomSession(
  classroomId: string,
  classroomKey: string | undefined,
): { visit: RoomSession; state: RoomSessionState } {
  const [visit] = useState(() => new RoomSession({ classroomId, classroomKey }));
  const hasSession = useSession(({ me }) => me !== null);
  const state = useSyncExternalStore(visit.subscribe, visit.read);
  useLifeOfVisit(visit, hasSession);
  usePageLife(visit);
  useSessionOfVisit(visit, state);
  return { visit, state };
}

/** Who is in the room stays there while they sign in again. A visitor whose session ends is told at the door. */
function useSessionOfVisit(visit: RoomSession, { phase }: RoomSessionState): void {
  const isPerson = useSession(({ me }) => isSignedIn(me));
  const isExpired = useSession((session) => session.isExpired);
  const wasExpired = useRef(false);
  useSessionHold(isPerson && (phase === 'inside' || phase === 'waiting'));
  useEffect(() => {
    if (wasExpired.current && !isExpired) visit.resume();
    wasExpired.current = isExpired;
  }, [visit, isExpired]);
}

const goodbyes = new WeakMap<RoomSession, ReturnType<typeof setTimeout>>();

function useLifeOfVisit(visit: RoomSession, hasSession: boolean): void {
  useEffect(() => {
    if (!hasSession) return undefined;
    // React takes effects away and puts them back in development: that is no goodbye.
    if (goodbyes.has(visit)) clearTimeout(goodbyes.get(visit));
    else void visit.enter();
    return () =>
      void goodbyes.set(
        visit,
        setTimeout(() => visit.leave()),
      );
  }, [visit, hasSession]);
}

function usePageLife(visit: RoomSession): void {
  useEffect(() => {
    const handlePageHide = () => visit.handlePageHide();
    const resume = ({ persisted }: PageTransitionEvent) => {
      if (persisted) visit.resume();
    };
    // After sleep or an outage the api may have put us out: ask at once, not at the next heartbeat.
    const check = () => {
      if (document.visibilityState === 'visible') void visit.check();
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
  }, [visit]);
}
