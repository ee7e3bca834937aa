import type { RoomRole } from '@manabiba/shared/contract/classrooms';

/** The labels of the roles in a room. */
export const roleName: Readonly<Record<RoomRole, string>> = {
  host: 'ホスト',
  co_host: '共同ホスト',
  speaker: 'スピーカー',
  listener: 'リスナー',
};
