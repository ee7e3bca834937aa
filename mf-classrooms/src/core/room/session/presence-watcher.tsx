import { useMe } from '@manabiba/shared/platform';
import { useEffect } from 'react';

import { useRoomDocument, useRoomUsers } from '../use-room';
import type { RoomSession } from './room-session';

/**
 * Watches the live documents for changes that the next heartbeat would only report later: removal, takeover by another
 * window, end of the class. Renders nothing.
 */
export function PresenceWatcher({
  roomSession,
  classroomId,
  seat,
}: {
  roomSession: RoomSession;
  classroomId: string;
  seat: number;
}) {
  const me = useMe();
  const { data: room } = useRoomDocument(classroomId);
  const { items, status, retry } = useRoomUsers(classroomId);
  const mine = items?.find(({ id }) => id === me.id);
  const isOver = room?.state === 'ended';
  const isMissing = status === 'refused' || (status === 'live' && items !== undefined && mine === undefined);
  const seatNow = mine?.seat ?? seat;
  const mustBeMuted = mine !== undefined && (mine.mutedByHost || mine.role === 'listener');

  useEffect(() => {
    if (isOver) roomSession.finish();
  }, [roomSession, isOver]);
  useEffect(() => {
    if (seatNow > seat) roomSession.handleTakenOver();
  }, [roomSession, seatNow, seat]);
  useEffect(() => {
    if (mustBeMuted) roomSession.keepMuted(true);
  }, [roomSession, mustBeMuted]);
  useEffect(() => {
    if (isMissing && !isOver) void roomSession.check().then(retry);
  }, [roomSession, isMissing, isOver, retry]);
  return null;
}
