import type { GeneratedTime, ReportColumns, Time } from './column-types';

export interface FollowsTable {
  follower_id: string;
  followee_id: string;
  created_at: GeneratedTime;
}

export interface UserBlocksTable {
  blocker_id: string;
  blocked_id: string;
  created_at: Time;
}

export interface UserReportsTable extends ReportColumns {
  reported_id: string;
}

/** Tables of relations between people: follows, blocks, reports. */
export interface FollowsTables {
  follows: FollowsTable;
  user_blocks: UserBlocksTable;
  user_reports: UserReportsTable;
}
