import { useMe } from '@manabiba/shared/platform';
import type { RoomPartProps } from '../core/room-seat';
import { useMyRoomUser } from '../core/use-room';
import { RoomStage } from '../features/room-stage/room-stage';

interface LiveRoomProps extends Omit<RoomPartProps, 'role'> {
  onLeave: () => void;
}

/** The inside of a room that one has joined: puts stage, panel and reactions side by side. */
export function LiveRoom({ classroom, classroomKey, onLeave }: LiveRoomProps) {
  const me = useMe();
  const role = useMyRoomUser(classroom.id)?.role ?? (classroom.host.id === me.id ? 'host' : 'listener');
  const part = { classroom, classroomKey, role };
  return <RoomStage {...part} reactions={null} overlay={null} panel={<aside aria-label="参加者とコメント" />} onLeave={onLeave} />;
}
