import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface StaffSecondFactorsTable {
  user_id: string;
  /** Base32, sealed. */
  secret: string;
  created_at: Time;
  /** Set by the first code; until then the secret is only offered. */
  confirmed_at: OptionalTime;
  /** The last time step whose code was accepted. */
  last_step: Generated<number>;
}

export interface StaffRecoveryCodesTable {
  user_id: string;
  code_hash: string;
  used_at: OptionalTime;
}

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

/** Tables of the staff: second factors and proposed roles. */
export interface StaffTables {
  staff_role_proposals: StaffRoleProposalsTable;
  staff_second_factors: StaffSecondFactorsTable;
  staff_recovery_codes: StaffRecoveryCodesTable;
}
