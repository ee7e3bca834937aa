import type { TeamRole } from '@manabiba/shared/contract/team-rights';
import type { TeamAct } from '@manabiba/shared/contract/teams';
import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

/** What has a team: either an event or a series. */
interface TeamSubjectColumns {
  event_id: Generated<string | null>;
  series_id: Generated<string | null>;
}

/** Members of teams, and open invitations to them: those without a user. */
export interface TeamMembersTable extends TeamSubjectColumns {
  id: string;
  user_id: string | null;
  /** Canonical; null for a member, as are the next two. */
  email: string | null;
  token_hash: string | null;
  expires_at: OptionalTime;
  roles: TeamRole[];
  invited_at: Time;
  joined_at: OptionalTime;
}

/** The logs of teams. */
export interface TeamActsTable extends TeamSubjectColumns {
  id: string;
  user_id: string | null;
  act: TeamAct;
  person_id: string | null;
  participation_id: string | null;
  detail: Generated<string>;
  created_at: Time;
}

/** Tables of the people who help with events and series. */
export interface TeamTables {
  team_members: TeamMembersTable;
  team_acts: TeamActsTable;
}
