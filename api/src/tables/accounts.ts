import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface MailsTable {
  id: string;
  template: string;
  user_id: string | null;
  /** Encrypted; null once it was sent or given up. */
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

export interface UploadsTable {
  id: string;
  user_id: string;
  purpose: 'avatar' | 'identity_document' | 'event_cover' | 'class_material';
  mime: string;
  size: number;
  created_at: Time;
  stored_at: OptionalTime;
  submitted_at: OptionalTime;
  decided_at: OptionalTime;
}

/** Tables of account data: mails, links in mails, uploads. */
export interface AccountsTables {
  mails: MailsTable;
  account_links: AccountLinksTable;
  uploads: UploadsTable;
}
