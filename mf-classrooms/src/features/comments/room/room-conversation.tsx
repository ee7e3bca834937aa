import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import { type ReactNode, useMemo } from 'react';

import type { RoomPartProps } from '../../../core/room/room-context';
import { useRoomUsers } from '../../../core/room/use-room';
import { RoomComments } from './room-comments';
import { useConversation } from './use-conversation';

interface RoomConversationProps extends RoomPartProps {
  /** Whether the comments are currently visible; comments arriving meanwhile do not count as unread. */
  isShown: boolean;
  /** Renders the comments, and receives the counts. */
  children: (comments: ReactNode, counts: { commentCount: number; unreadCount: number }) => ReactNode;
}

/** Subscribes to the comments of a room whether or not they are shown. */
export function RoomConversation({ isShown, children, ...part }: RoomConversationProps) {
  const conversation = useConversation(part.classroom, part.classroomKey, isShown);
  const moderators = useModerators(part.classroom);
  return children(<RoomComments {...part} conversation={conversation} moderators={moderators} />, {
    commentCount: conversation.count,
    unreadCount: conversation.unreadCount,
  });
}

/** Returns host and co-hosts by id, as a stable map while they do not change. A host who is away is still the host. */
function useModerators({ id: classroomId, host }: Pick<RoomPartProps['classroom'], 'id' | 'host'>) {
  const { items = [] } = useRoomUsers(classroomId);
  const words = [
    `${host.id} host`,
    ...items.flatMap(({ id, role }) => (role === 'co_host' ? `${id} ${role}` : [])),
  ].join(',');
  return useMemo(
    () => new Map(words.split(',').map((word) => word.split(' ') as [string, Extract<RoomRole, 'host' | 'co_host'>])),
    [words],
  );
}
