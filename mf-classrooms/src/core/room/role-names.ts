import type { RoomRole } from '@manabiba/shared/contract/classrooms';

/** What the roles of a room are called. */
export const roleName: Readonly<Record<RoomRole, string>> = {
  host: 'ホスト',
  co_host: '共同ホスト',
  speaker: 'スピーカー',
  listener: 'リスナー',
};
