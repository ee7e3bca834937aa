import { livePaths, type RoomSplitDoc, roomSplitDoc, type RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { useLiveCollection, useMe, useServerNow } from '@manabiba/shared/platform';

import { useRoomUsers } from '../../core/room/use-room';

/** How often the time left is shown while the room is divided; otherwise nothing waits for the clock. */
const TICK_MS = 1000;
const IDLE_TICK_MS = 60_000;

export type RoomGroup = RoomSplitDoc['groups'][number];

export interface RoomSplit {
  split: RoomSplitDoc;
  /** The viewer's group; undefined in the main room. */
  mine: RoomGroup | undefined;
  /** Milliseconds until everybody is in the main room. */
  remainingMs: number;
  /** Everybody in the room. */
  people: readonly RoomUserDoc[];
}

const byOpening = [{ field: 'openedAt' }] as const;

/** Returns how the room is divided now, by the clock of the server: the end needs no message. Null: it is not divided. */
export function useRoomSplit(classroomId: string): RoomSplit | null {
  const { items } = useLiveCollection({ path: livePaths.roomSplits(classroomId), orderBy: byOpening }, roomSplitDoc);
  const { items: people = [] } = useRoomUsers(classroomId);
  const me = useMe();
  const split = items?.at(-1);
  const now = useServerNow(split ? TICK_MS : IDLE_TICK_MS);
  const remainingMs = split ? Date.parse(split.closesAt) - now.getTime() : 0;
  if (!split || remainingMs <= 0) return null;
  return { split, mine: groupOf(split, me.id), remainingMs, people };
}

export const groupOf = ({ groups }: RoomSplitDoc, userId: string): RoomGroup | undefined =>
  groups.find(({ userIds }) => userIds.includes(userId));

/** Returns the people in a group, or with undefined those in the main room. */
export const peopleIn = ({ split, people }: RoomSplit, group: RoomGroup | undefined): RoomUserDoc[] =>
  people.filter(({ id }) => groupOf(split, id)?.id === group?.id);

/** Returns the groups in which a user has raised a hand, with those who call. */
export const callsIn = (room: RoomSplit): { group: RoomGroup; callers: RoomUserDoc[] }[] =>
  room.split.groups
    .map((group) => ({ group, callers: peopleIn(room, group).filter(({ handRaisedAt }) => handRaisedAt !== null) }))
    .filter(({ callers }) => callers.length > 0);
