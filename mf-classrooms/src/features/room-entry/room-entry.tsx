import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { ENDED } from '@manabiba/shared/contract/error-sentences';
import { toast } from '@manabiba/shared/platform';
import { type ReactNode, useEffect, useMemo } from 'react';

import type { RoomContext } from '../../core/room/room-context';
import { PresenceWatcher } from '../../core/room/session/presence-watcher';
import type { RoomSession } from '../../core/room/session/room-session';
import type { Preparation, RoomSessionState } from '../../core/room/session/room-session-state';
import { useRoomSession } from '../../core/room/session/use-room-session';
import { EntryScreen } from './entry-screen';
import { useNoDoubleClickSelection } from './use-no-double-click-selection';

interface RoomEntryProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
  /** Whether the viewer joins at once, to listen. */
  onlyListens: boolean;
  /** Returns to the classroom's page. */
  onClose: () => void;
  /** Called when the class has ended, which the classroom's page may not know yet. */
  onEnded: () => void;
  /** Renders the screen before a room with voice and video; `onJoin` joins with what was chosen there. */
  prejoin: (preparation: Preparation, onJoin: RoomSession['joinWith']) => ReactNode;
  /** Renders the room once the viewer has joined. */
  children: (stay: RoomContext) => ReactNode;
}

/** Handles entering and leaving a live room. */
export function RoomEntry({
  classroom,
  classroomKey,
  onlyListens,
  onClose,
  onEnded,
  prejoin,
  children,
}: RoomEntryProps) {
  const { roomSession, state } = useRoomSession({ classroom, classroomKey, onlyListens });
  useNoDoubleClickSelection();
  const isLeft = state.phase === 'left';
  const hasEnded = state.phase === 'ended';
  const isKnownAsEnded = hasEnded && classroom.state !== 'live';
  useEffect(() => {
    if (hasEnded) onEnded();
  }, [hasEnded, onEnded]);
  useEffect(() => {
    if (isKnownAsEnded) toast.message(ENDED);
    if (isLeft || isKnownAsEnded) onClose();
  }, [isLeft, isKnownAsEnded, onClose]);
  const stay = useRoomContext(roomSession, state);

  if (state.phase !== 'inside' || !stay)
    return (
      <EntryScreen
        {...{ classroom, roomSession, state, onClose }}
        prejoin={(preparation) => prejoin(preparation, (choice) => roomSession.joinWith(choice))}
      />
    );
  return (
    <>
      <PresenceWatcher roomSession={roomSession} classroomId={classroom.id} seat={state.seat} />
      {children(stay)}
    </>
  );
}

function useRoomContext(roomSession: RoomSession, state: RoomSessionState): RoomContext | null {
  return useMemo(
    () =>
      state.phase === 'inside'
        ? {
            role: state.role,
            clockAheadMs: state.clockAheadMs,
            hasMedia: state.hasMedia,
            onlyListens: roomSession.onlyListens,
            media: state.media,
            leave: () => roomSession.leave(),
            finish: () => roomSession.finish(),
            keepMuted: (isMuted) => roomSession.keepMuted(isMuted),
            hasConsented: state.hasConsented,
            keepConsent: (hasConsented) => roomSession.keepConsent(hasConsented),
          }
        : null,
    [roomSession, state],
  );
}
