import { useMe } from '@manabiba/shared/platform';
import { useEffect } from 'react';

import { useRoomDocument, useRoomUsers } from '../../core/room/use-room';
import type { RoomSession } from './room-session';

/**
 * Hears from the live documents what the next heartbeat would tell only later: that one was put out, that another
 * window has the seat, that the class is over. Draws nothing.
 */
export function StayWatch({ visit, classroomId, seat }: { visit: RoomSession; classroomId: string; seat: number }) {
  const me = useMe();
  const { data: room } = useRoomDocument(classroomId);
  const { items, status, retry } = useRoomUsers(classroomId);
  const mine = items?.find(({ id }) => id === me.id);
  const isOver = room?.state === 'ended';
  const isMissing = status === 'refused' || (status === 'live' && items !== undefined && mine === undefined);
  const seatNow = mine?.seat ?? seat;
  const mustBeMuted = mine !== undefined && (mine.mutedByHost || mine.role === 'listener');

  useEffect(() => {
    if (isOver) visit.finish();
  }, [visit, isOver]);
  useEffect(() => {
    if (seatNow > seat) visit.handleTakenOver();
  }, [visit, seatNow, seat]);
  useEffect(() => {
    if (mustBeMuted) visit.keepMuted(true);
  }, [visit, mustBeMuted]);
  useEffect(() => {
    if (isMissing && !isOver) void visit.check().then(retry);
  }, [visit, isMissing, isOver, retry]);
  return null;
}
