import { ENDED, JOINED_ELSEWHERE, KICKED } from '@manabiba/shared/contract/error-sentences';
import { useMe } from '@manabiba/shared/platform';
import { CircleCheck, Lock, type LucideIcon, MonitorSmartphone } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';

import { MediaRights } from '../../core/media/media-rights';
import { RoleNews } from '../../core/room/role-news';
import type { DockedRoom } from '../../core/room/session/docked-room';
import { PresenceWatcher } from '../../core/room/session/presence-watcher';
import type { RoomSessionState } from '../../core/room/session/room-session-state';
import { useRoomSessionCare } from '../../core/room/session/use-room-session';
import { useRoomDocument, useRoomUsers } from '../../core/room/use-room';
import { MiniOver } from './mini-over';
import { MiniRoom } from './mini-room';

import styles from './mini-player.module.css';

interface MiniPlayerProps {
  room: DockedRoom;
  onClose: () => void;
}

/** The room that goes on beside another page: who talks, microphone, leaving, and the way back. */
export function MiniPlayer({ room, onClose }: MiniPlayerProps) {
  const { roomSession } = room;
  const state = useSyncExternalStore(roomSession.subscribe, roomSession.read);
  useRoomSessionCare(roomSession, state);
  const isGone = state.phase === 'left';
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const over = overOf(state);
  return (
    <aside className={styles.dock} aria-label="参加中の教室">
      {state.phase === 'inside' && <Inside room={room} state={state} />}
      {over && <MiniOver room={room} {...over} onClose={onClose} />}
    </aside>
  );
}

function Inside({ room, state }: { room: DockedRoom; state: Extract<RoomSessionState, { phase: 'inside' }> }) {
  const { classroom, roomSession } = room;
  const me = useMe();
  const { data } = useRoomDocument(classroom.id);
  const { items: people } = useRoomUsers(classroom.id);
  const mine = people?.find(({ id }) => id === me.id);
  const { media } = state;
  return (
    <>
      <PresenceWatcher roomSession={roomSession} classroomId={classroom.id} seat={state.seat} />
      <RoleNews mine={mine} hasMedia />
      {media && (
        <>
          <MediaRights classroomId={classroom.id} mine={mine} media={media} stay={roomSession} />
          <MiniRoom
            room={room}
            media={media}
            people={people ?? []}
            role={mine?.role ?? state.role}
            isRecording={data?.recording ?? classroom.recording}
            endAt={data?.endAt ?? classroom.endAt}
            minutesLeft={data?.minutesLeft ?? null}
            clockAheadMs={state.clockAheadMs}
          />
        </>
      )}
    </>
  );
}

interface Over {
  icon: LucideIcon;
  words: string;
  /** Whether the classroom's page has something to show. */
  hasPage: boolean;
}

/** Returns why the room no longer goes on; null while it does, or when the user has left it. */
function overOf(state: RoomSessionState): Over | null {
  // The end may also be learned from a refused rejoin.
  const phase = state.phase === 'refused' && state.reason === 'ended' ? 'ended' : state.phase;
  switch (phase) {
    case 'ended':
      return { icon: CircleCheck, words: ENDED, hasPage: true };
    case 'kicked':
      return { icon: Lock, words: KICKED, hasPage: false };
    case 'elsewhere':
      return { icon: MonitorSmartphone, words: JOINED_ELSEWHERE, hasPage: true };
    case 'inside':
    case 'left':
      return null;
    default:
      return { icon: Lock, words: '教室から退出しました。', hasPage: true };
  }
}
