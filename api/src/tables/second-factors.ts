import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface SecondFactorsTable {
  user_id: string;
  /** Base32, encrypted. */
  secret: string;
  created_at: Time;
  /** Set by the first code; until then the secret is only offered. */
  confirmed_at: OptionalTime;
  /** The last time step whose code was accepted. */
  last_step: Generated<number>;
}

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
  used_at: OptionalTime;
}

/** Tables of second factors. */
export interface SecondFactorTables {
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
}
