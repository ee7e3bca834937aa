import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { ConnectionQuality, ReactionName } from '@manabiba/shared/contract/room-documents';
import type { Generated } from 'kysely';

import type { OptionalTime, ReportColumns, Time } from './column-types';

export interface ClassroomDeviceBansTable {
  classroom_id: string;
  device_id: string;
  created_at: Time;
}

export interface CommentReportsTable extends ReportColumns {
  comment_id: string;
  classroom_id: string;
}

export interface LiveCountsTable {
  classroom_id: string;
  shown_at: Time;
}

export interface LiveOutboxTable {
  path: string;
  kind: 'room' | 'count' | 'user' | 'comment' | 'person' | 'session';
  classroom_id: string | null;
  subject_id: string;
  version: Generated<number>;
  due_at: Time;
}

export interface ClassroomUsersTable {
  classroom_id: string;
  user_id: string;
  role: RoomRole;
  joined_at: OptionalTime;
  left_at: OptionalTime;
  seconds_present: Generated<number>;
  kicked_at: OptionalTime;
  kicked_by: string | null;
  muted_by_host: Generated<boolean>;
  recording_consent_at: OptionalTime;
  anonymous_id: Generated<string | null>;
  present_since: OptionalTime;
  last_seen_at: OptionalTime;
  device_id: Generated<string | null>;
  tab_id: Generated<string | null>;
  seat: Generated<number>;
  is_muted: Generated<boolean>;
  is_camera_on: Generated<boolean>;
  is_screen_on: Generated<boolean>;
  connection: Generated<ConnectionQuality>;
  reaction_name: Generated<ReactionName | null>;
  reaction_at: OptionalTime;
  reacted_at: OptionalTime;
  hand_raised_at: OptionalTime;
  is_role_given: Generated<boolean>;
  kick_reason: Generated<string | null>;
  waiting_since: OptionalTime;
  admitted_at: OptionalTime;
}
