import { useEffect, useMemo } from 'react';

import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { useRoomDocument } from '../../core/room/use-room';
import { GroupCard } from './group-card';
import { GroupNotice } from './group-notice';
import { GroupTool } from './group-tool';
import { groupOf, useRoomSplit } from './use-room-split';

interface RoomGroupsProps extends Pick<RoomPartProps, 'classroom' | 'role' | 'hasMedia' | 'onScope'> {
  /** In the panel above every tab, over the stage while the panel is hidden, or among the tools of moderators. */
  view: 'card' | 'notice' | 'tool';
}

/** The groups of a room, in one of three places. They share one chunk, which is loaded once the room is there. */
export function RoomGroups({ view, classroom, role, hasMedia, onScope }: RoomGroupsProps) {
  const room = useRoomSplit(classroom.id);
  const away = room
    ? room.people.filter(({ id }) => groupOf(room.split, id)?.id !== room.mine?.id).map(({ id }) => id)
    : [];
  useScope(view === 'card' ? onScope : undefined, away);
  const isRecording = useRoomDocument(classroom.id).data?.recording ?? classroom.recording;
  const part = { classroomId: classroom.id, room, leads: isModerator(role), isRecording };
  // Groups are about voice and video.
  if (view === 'tool') return hasMedia && <GroupTool {...part} />;
  return view === 'card' ? <GroupCard {...part} /> : <GroupNotice {...part} />;
}

/** Reports to the stage who is in another group. */
function useScope(onScope: RoomPartProps['onScope'], away: readonly string[]): void {
  const key = away.join();
  const ids = useMemo(() => new Set(key ? key.split(',') : []), [key]);
  useEffect(() => {
    onScope?.(ids);
  }, [onScope, ids]);
}
