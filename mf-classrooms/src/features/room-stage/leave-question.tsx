import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { blockNavigation, useNavigate } from '@manabiba/shared/platform';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { useHeldNavigation } from '@manabiba/shared/ui/use-held-navigation';
import { useSyncExternalStore } from 'react';

import { roomNoun } from '../../core/classroom/event-room';
import type { RoomContext } from '../../core/room/room-context';
import { roomDock } from '../../core/room/session/docked-room';
import { LeaveDialog } from './leave-dialog';

interface LeaveQuestionProps {
  classroom: ClassroomDetail;
  isHost: boolean;
  stay: RoomContext;
  /** Whether the host has clicked 終了する. */
  isEnding: boolean;
  onClose: () => void;
}

/**
 * Asks for confirmation before leaving a live room by the logo, a link or the back button, and before the host ends it.
 * A reload needs no confirmation because it rejoins the room, and neither does leaving the page while the mini player
 * can take over voice and video.
 */
export function LeaveQuestion({ classroom, isHost, stay, isEnding, onClose }: LeaveQuestionProps) {
  const navigate = useNavigate();
  const dock = roomDock();
  const hasPlayer = useSyncExternalStore(dock.subscribe, dock.hasPlayer, () => false);
  const held = useHeldNavigation(!(hasPlayer && stay.media), { blockNavigation });
  const { goal } = held;
  const go = () => {
    held.release();
    // Leaving the page releases the seat.
    if (goal === -1) void navigate(goal);
    else if (goal !== null) void navigate(goal);
  };
  const close = () => {
    held.stay();
    onClose();
  };
  if (isHost) {
    const isOnTheWay = goal !== null;
    return (
      <LeaveDialog
        classroom={classroom}
        isOpen={isEnding || isOnTheWay}
        onClose={close}
        onLeave={isOnTheWay ? go : stay.leave}
        onEnded={isOnTheWay ? go : stay.finish}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen={goal !== null}
      onClose={close}
      onConfirm={go}
      title={`${roomNoun(classroom)}から退出しますか`}
      confirmLabel="退出する"
      cancelLabel={`${roomNoun(classroom)}に残る`}
    >
      別のページへ移動すると、この{roomNoun(classroom)}から退出します。開催中は、もう一度参加できます。
    </ConfirmDialog>
  );
}
