import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface ClassroomSplitsTable {
  id: string;
  classroom_id: string;
  opened_at: Time;
  /** From then on everybody is in the main room, whether or not `closed_at` has been written yet. */
  closes_at: Time;
  recalled_at: OptionalTime;
  closed_at: OptionalTime;
  message: Generated<string>;
  message_at: OptionalTime;
}

export interface ClassroomGroupsTable {
  id: string;
  split_id: string;
  /** Its place among the groups, from 0. */
  place: number;
  name: string;
}

export interface ClassroomGroupMembersTable {
  split_id: string;
  /** As in `classroom_users`: also of visitors without an account. */
  user_id: string;
  group_id: string;
  is_voice_lent: boolean;
}

export interface ClassroomGroupStaysTable {
  id: Generated<string>;
  group_id: string;
  user_id: string;
  entered_at: Time;
  left_at: OptionalTime;
}

/** Tables of the groups of classes. */
export interface ClassroomGroupsTables {
  classroom_splits: ClassroomSplitsTable;
  classroom_groups: ClassroomGroupsTable;
  classroom_group_members: ClassroomGroupMembersTable;
  classroom_group_stays: ClassroomGroupStaysTable;
}
