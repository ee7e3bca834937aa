import { livePaths, type RoomPollDoc, roomPollDoc } from '@manabiba/shared/contract/room-documents';
import { useLiveCollection, useServerNow } from '@manabiba/shared/platform';

const byOpening = [{ field: 'openedAt' }] as const;

/** Returns the polls that were opened in a room, the latest last. A null room has none. */
export const useRoomPolls = (classroomId: string | null) =>
  useLiveCollection(
    classroomId === null ? null : { path: livePaths.roomPolls(classroomId), orderBy: byOpening },
    roomPollDoc,
  );

interface LatestPoll {
  poll: RoomPollDoc | undefined;
  isOpen: boolean;
  /** Milliseconds until it closes by itself; null without a timer, and once it is closed. */
  remainingMs: number | null;
}

/**
 * Returns the open poll, else the one that changed last: the host may show the results of an earlier one. By the clock of
 * the server: a timer needs no message to end.
 */
export function useLatestPoll(classroomId: string): LatestPoll {
  const { items = [] } = useRoomPolls(classroomId);
  const now = useServerNow(TICK_MS).getTime();
  const open = items.filter(({ state, closesAt }) => state === 'open' && !(closesAt && Date.parse(closesAt) <= now));
  const poll = open.at(-1) ?? [...items].sort(byUpdate).at(-1);
  const remainingMs = useRemaining(poll);
  const isOpen = open.length > 0;
  return { poll, isOpen, remainingMs: isOpen ? remainingMs : null };
}

const byUpdate = (a: RoomPollDoc, b: RoomPollDoc) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt);

const TICK_MS = 1000;

/** Returns the milliseconds until a poll closes by itself; null without a timer. */
export function useRemaining(poll: { state: string; closesAt: string | null } | undefined): number | null {
  const now = useServerNow(TICK_MS);
  if (poll?.state !== 'open' || poll.closesAt === null) return null;
  return Math.max(0, Date.parse(poll.closesAt) - now.getTime());
}
