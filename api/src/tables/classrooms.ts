import type { ClassroomState, RoomRole } from '@manabiba/shared/contract/classrooms';
import type { ConnectionQuality, ReactionName } from '@manabiba/shared/contract/room-documents';
import type { Generated } from 'kysely';

import type { GeneratedTime, OptionalTime, Time } from './column-types';

export interface ClassroomsTable {
  id: string;
  host_id: string;
  name: string;
  description: Generated<string>;
  category_id: string;
  interest_ids: Generated<string[]>;
  cover_url: string | null;
  start_at: Time;
  end_at: Time;
  state: Generated<ClassroomState>;
  all_users: boolean;
  audience_mode: boolean;
  private_mode: boolean;
  private_key: string | null;
  locked: Generated<boolean>;
  recording: Generated<boolean>;
  reserved_count: Generated<number>;
  participant_count: Generated<number>;
  comment_count: Generated<number>;
  max_speakers: number;
  max_listeners: number;
  archive_id: string | null;
  started_at: OptionalTime;
  ended_at: OptionalTime;
  is_guarded: Generated<boolean>;
  new_voices_first: Generated<boolean>;
  minutes_left: Generated<5 | 1 | 0 | null>;
  forgotten_at: OptionalTime;
  /** The event whose room this is; null for a classroom. */
  event_id: Generated<string | null>;
  /** Increases when the classroom moves or is cancelled. */
  calendar_sequence: Generated<number>;
  /** The series that it is a date of, and since when. */
  series_id: Generated<string | null>;
  series_added_at: OptionalTime;
  is_demo: Generated<boolean>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
}

export interface ReservationsTable {
  classroom_id: string;
  user_id: string;
  created_at: GeneratedTime;
}

/** A still image of the stage of a live classroom, shown for a short time. */
export interface LiveFramesTable {
  classroom_id: string;
  version: string;
  /** WebP. */
  image: Buffer;
  taken_at: Time;
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
  /** The guest ticket by whose link an anonymous visitor was admitted, and the name given there. */
  guest_participation_id: Generated<string | null>;
  guest_name: Generated<string | null>;
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
  /** When they first had the floor: an open microphone, or the permission to speak. */
  spoken_at: OptionalTime;
  /** When their last absence began, from which they have come back since. */
  away_since: OptionalTime;
}

export interface ClassroomDeviceBansTable {
  classroom_id: string;
  device_id: string;
  created_at: Time;
}

/** Tables of classrooms, their reservations and participants. */
export interface ClassroomsTables {
  classrooms: ClassroomsTable;
  reservations: ReservationsTable;
  live_frames: LiveFramesTable;
  classroom_users: ClassroomUsersTable;
  classroom_device_bans: ClassroomDeviceBansTable;
}
