import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';

const order: Record<RoomRole, number> = { host: 0, co_host: 1, speaker: 2, listener: 3 };

/** Returns the people who may speak, host first, then in joining order. */
export const speakersIn = (people: readonly RoomUserDoc[]) =>
  people.filter(({ role }) => role !== 'listener').sort((a, b) => order[a.role] - order[b.role]);

/** The roles that are named on a tile. */
export const roleLabel: Partial<Record<RoomRole, string>> = { host: 'ホスト', co_host: '共同ホスト' };
