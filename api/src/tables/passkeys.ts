import type { OptionalTime, Time } from './column-types';

export interface PasskeysTable {
  id: string;
  user_id: string;
  credential_id: string;
  /** COSE. */
  public_key: Buffer;
  counter: number;
  name: string;
  created_at: Time;
  last_used_at: OptionalTime;
}

export interface PasskeyChallengesTable {
  id: string;
  challenge: string;
  /** Null: for signing in. */
  user_id: string | null;
  session_id: string | null;
  expires_at: Time;
}

/** Tables of passkeys and their challenges. */
export interface PasskeysTables {
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
}
