import type { EventRole } from '@manabiba/shared/contract/event-rights';
import type { TeamAct } from '@manabiba/shared/contract/event-team';
import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

/** Members of the team of an event, and open invitations to it: those without a user. */
export interface EventMembersTable {
  id: string;
  event_id: string;
  user_id: string | null;
  /** Canonical; null for a member, as are the next two. */
  email: string | null;
  token_hash: string | null;
  expires_at: OptionalTime;
  roles: EventRole[];
  invited_at: Time;
  joined_at: OptionalTime;
}

/** The log of an event. */
export interface EventActsTable {
  id: string;
  event_id: string;
  user_id: string | null;
  act: TeamAct;
  person_id: string | null;
  participation_id: string | null;
  detail: Generated<string>;
  created_at: Time;
}

/** Tables of the people who help with events. */
export interface EventTeamTables {
  event_members: EventMembersTable;
  event_acts: EventActsTable;
}
