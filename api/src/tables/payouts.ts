import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface PayoutAccountsTable {
  user_id: string;
  provider_account_id: string;
  charges_enabled: Generated<boolean>;
  payouts_enabled: Generated<boolean>;
  requirements: Generated<string[]>;
  bank_name: Generated<string | null>;
  bank_last4: Generated<string | null>;
  created_at: Time;
  updated_at: Time;
}

export interface PayoutsTable {
  id: string;
  user_id: string;
  amount: number;
  /** Day in Japan, as yyyy-MM-dd. */
  day: string;
  state: Generated<'pending' | 'paid' | 'failed'>;
  refusals: Generated<number>;
  provider_transfer_id: Generated<string | null>;
  failure_reason: Generated<string | null>;
  created_at: Time;
  done_at: OptionalTime;
}

/** Tables of organizers' accounts at the provider and of payouts. */
export interface PayoutsTables {
  payout_accounts: PayoutAccountsTable;
  payouts: PayoutsTable;
}
