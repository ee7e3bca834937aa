import type { Generated } from 'kysely';

import type { GeneratedTime, OptionalTime, Time } from './column-types';

export interface AnonymousVisitorsTable {
  id: string;
  became_user_id: string | null;
  created_at: GeneratedTime;
  last_seen_at: GeneratedTime;
}

export type SignInMethod = 'password' | 'provider' | 'school' | 'passkey';

/** A code of the authenticator app, or a recovery code. */
export type SecondFactorProof = 'app' | 'recovery';

export interface SessionsTable {
  id: string;
  user_id: string | null;
  anonymous_id: string | null;
  user_agent: Generated<string>;
  created_at: GeneratedTime;
  last_used_at: GeneratedTime;
  expires_at: Time;
  revoked_at: OptionalTime;
  /** The last call of the staff since the second factor; null before it. */
  staff_active_at: OptionalTime;
  /** Null for anonymous visitors, and for sessions from before it was kept. */
  method: Generated<SignInMethod | null>;
  /** Null without one. */
  second_factor: Generated<SecondFactorProof | null>;
}

export interface RefreshTokensTable {
  token_hash: string;
  session_id: string;
  created_at: GeneratedTime;
  rotated_at: OptionalTime;
  /** Hash of the next token, once rotated. */
  successor: string | null;
}

/** Tables of sessions of users and anonymous visitors. */
export interface SessionsTables {
  anonymous_visitors: AnonymousVisitorsTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
}
