import { personStorage } from '@manabiba/shared/platform';

/*
 * The room that this window is in, stored so that it rejoins after a reload. Scoped to this tab and user; without
 * storage the window does not rejoin by itself.
 */

interface RoomMark {
  classroomId: string;
  /** Name of the lock held by the page in the room: a duplicated tab has the same marker. */
  page: string;
  /** Whether the user has agreed to the recording. */
  hasConsented: boolean;
  /** Whether the user came to listen. */
  onlyListens: boolean;
  /** When the page was left, in milliseconds; null while it is open. */
  leftAt: number | null;
}

const NAME = 'room';
const storage = personStorage('session');
/** After this time a returning user sees the classroom's page first, in milliseconds. */
const FRESH_MS = 60_000;

/** Returns this window's marker for a classroom if the window was in its room a moment ago. */
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
