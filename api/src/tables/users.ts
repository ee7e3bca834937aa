import type { SignedInMe } from '@manabiba/shared/contract/users';
import type { ColumnType, Generated } from 'kysely';

import type { GeneratedTime, OptionalTime } from './column-types';

/** A calendar day as yyyy-MM-dd, never a Date: a birthday has no time zone. */
type Day = string;

export interface UsersTable {
  id: string;
  role: Generated<SignedInMe['role']>;
  email: string | null;
  email_verified_at: OptionalTime;
  password_hash: string | null;
  nickname: string;
  avatar_url: string | null;
  introduction: Generated<string>;
  job: Generated<string>;
  birth_date: Day;
  state: SignedInMe['state'];
  resubmit_reason: string | null;
  suspend_reason: Generated<string | null>;
  guardian_email: string | null;
  guardian_consent_at: OptionalTime;
  guardian_refused_at: OptionalTime;
  partner_school_id: string | null;
  student_code: string | null;
  follower_count: Generated<number>;
  following_count: Generated<number>;
  notifications_seen_at: GeneratedTime;
  pending_email: Generated<string | null>;
  provider_subject: Generated<string | null>;
  guardian_name: Generated<string | null>;
  /** The state that a suspended or withdrawn user returns to. */
  state_before: Generated<Exclude<SignedInMe['state'], 'suspended' | 'withdrawn'> | null>;
  withdrawn_at: OptionalTime;
  withdraw_reason: Generated<string>;
  /** Set once all personal data was removed from the row. */
  purged_at: OptionalTime;
  stripe_invoice_status: SignedInMe['stripeInvoiceStatus'];
  is_subscribed: Generated<boolean>;
  will_unsubscribed: Generated<boolean>;
  subscription_expires_at: OptionalTime;
  is_demo: Generated<boolean>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
}

export interface ProfessionalsTable {
  user_id: string;
  org_name: string;
  org_url: string | null;
  invoice_registration_no: string | null;
  category_ids: Generated<string[]>;
  verified_at: OptionalTime;
  /* Counted by the database when a classroom changes. */
  next_classroom_at: ColumnType<Date | null, never, never>;
  latest_classroom_at: ColumnType<Date | null, never, never>;
  classroom_count: ColumnType<number, never, never>;
  /** Ascending sort key: by the next classroom, then by the latest. */
  classroom_rank: ColumnType<number, never, never>;
}

export interface PartnerSchoolsTable {
  id: string;
  name: string;
  code: string;
  sso: Generated<'none' | 'oidc' | 'saml'>;
  can_create: Generated<boolean>;
  can_speak: Generated<boolean>;
  classmates_only: Generated<boolean>;
  active: Generated<boolean>;
  created_at: GeneratedTime;
  sso_issuer: Generated<string | null>;
  sso_client_id: Generated<string | null>;
  /** Encrypted. */
  sso_client_secret: Generated<string | null>;
  /** The claim that contains the student code. */
  sso_claim: Generated<string | null>;
}

export interface SchoolInvitesTable {
  partner_school_id: string;
  code: string;
  used_by: string | null;
  used_at: OptionalTime;
  /** Whom the code is for, such as a class. */
  label: Generated<string>;
  created_at: GeneratedTime;
  revoked_at: OptionalTime;
}

/** Tables of users, professionals and partner schools. */
export interface UsersTables {
  users: UsersTable;
  professionals: ProfessionalsTable;
  partner_schools: PartnerSchoolsTable;
  school_invites: SchoolInvitesTable;
}
