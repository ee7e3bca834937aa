import { personStorage } from '@manabiba/shared/platform';

/*
 * What a window remembers of the room it is in, so that it comes back to it after a reload. Kept for this tab and this
 * person alone; a browser that keeps nothing just does not come back by itself.
 */

interface RoomMark {
  classroomId: string;
  /** Name of the lock that the page in the room holds: two tabs may have the same mark when one is a copy. */
  page: string;
  /** Whether the recording was agreed to. */
  hasConsented: boolean;
  /** When the page was left, in milliseconds; null while it is shown. */
  leftAt: number | null;
}

const NAME = 'room';
const storage = personStorage('session');
/** Whoever opens the classroom later than this wants to look at it first, in milliseconds. */
const FRESH_MS = 60_000;

/** The mark of this window for a classroom, if the window was in its room a moment ago. */
export function readRoomMark(classroomId: string): RoomMark | null {
  const mark = read();
  if (mark?.classroomId !== classroomId) return null;
  return mark.leftAt !== null && Date.now() - mark.leftAt > FRESH_MS ? null : mark;
}

export function saveRoomMark(mark: RoomMark): void {
  storage.write(NAME, JSON.stringify(mark));
}

export function clearRoomMark(): void {
  storage.remove(NAME);
}

function read(): RoomMark | null {
  const text = storage.read(NAME);
  return text ? (JSON.parse(text) as RoomMark) : null;
}
