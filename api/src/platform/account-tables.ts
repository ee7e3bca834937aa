import type { Generated } from 'kysely';

import type { OptionalTime, ReportColumns, Time } from './column-types';

interface MailsTable {
  id: string;
  template: string;
  user_id: string | null;
  /** Sealed; null once it was sent or given up. */
  content: string | null;
  attempts: Generated<number>;
  created_at: Time;
  next_attempt_at: Time;
  sent_at: OptionalTime;
  failed_at: OptionalTime;
}

export interface AccountLinksTable {
  token_hash: string;
  user_id: string;
  purpose: 'verify_email' | 'reset_password' | 'guardian_consent' | 'data_export';
  email: string;
  created_at: Time;
  expires_at: Time;
  used_at: OptionalTime;
}

interface SchoolInvitesTable {
  partner_school_id: string;
  code: string;
  used_by: string | null;
  used_at: OptionalTime;
}

export interface UploadsTable {
  id: string;
  user_id: string;
  purpose: 'avatar' | 'identity_document';
  mime: string;
  size: number;
  created_at: Time;
  stored_at: OptionalTime;
  submitted_at: OptionalTime;
  decided_at: OptionalTime;
}

interface UserBlocksTable {
  blocker_id: string;
  blocked_id: string;
  created_at: Time;
}

export interface UserReportsTable extends ReportColumns {
  reported_id: string;
}

interface AnalyticsEventsTable {
  id: Generated<number>;
  at: Time;
  name: string;
  label: string;
  session_hash: string;
}

interface AuditLogTable {
  id: Generated<number>;
  at: Time;
  who: string;
  action: string;
  subject_id: string;
  detail: Generated<string>;
}

/** The tables of accounts: mails and links, uploads, blocks, exports, what staff did. */
export interface AccountTables {
  mails: MailsTable;
  account_links: AccountLinksTable;
  school_invites: SchoolInvitesTable;
  uploads: UploadsTable;
  user_blocks: UserBlocksTable;
  user_reports: UserReportsTable;
  analytics_events: AnalyticsEventsTable;
  audit_log: AuditLogTable;
}
