import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface StaffRoleProposalsTable {
  id: string;
  user_id: string;
  change: 'give' | 'take';
  reason: string;
  proposed_by: string;
  proposed_at: Time;
  decision: Generated<'accept' | 'decline' | null>;
  decided_by: Generated<string | null>;
  decided_at: OptionalTime;
}

/** Tables of the staff: proposed roles. */
export interface StaffTables {
  staff_role_proposals: StaffRoleProposalsTable;
}
