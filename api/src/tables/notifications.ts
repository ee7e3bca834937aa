import type { MuteScope, NotificationKind } from '@manabiba/shared/contract/notifications';
import type { Generated, JSONColumnType } from 'kysely';

import type { GeneratedTime, OptionalTime, Time } from './column-types';

export interface NotificationsTable {
  id: string;
  user_id: string;
  kind: NotificationKind;
  title: string;
  body: Generated<string>;
  url: string;
  actor_id: string | null;
  is_read: Generated<boolean>;
  created_at: GeneratedTime;
  /** Null for notifications written before causes were recorded. */
  cause_id: Generated<number | null>;
  /** The row is a line of the inbox. */
  is_listed: Generated<boolean>;
  /** The first notification of its group. */
  group_id: Generated<string | null>;
  group_count: Generated<number>;
  opened_at: OptionalTime;
  opened_from: Generated<'inApp' | 'push' | null>;
}

export interface NotificationCausesTable {
  id: Generated<number>;
  kind: NotificationKind;
  key: string;
  title: Generated<string>;
  body: Generated<string>;
  url: string;
  actor_id: string | null;
  /** Ids by name. */
  subjects: JSONColumnType<Record<string, string>>;
  is_mailed: Generated<boolean>;
  due_at: Time;
  stale_at: Time;
  created_at: Time;
  /** The last user of the last batch. */
  told_up_to: Generated<string>;
  told_count: Generated<number>;
  done_at: OptionalTime;
  is_stale: Generated<boolean>;
  /** Set when the staff has stopped it before everybody was notified. */
  stopped_at: OptionalTime;
}

export interface NotificationDeliveriesTable {
  id: Generated<number>;
  notification_id: string;
  kind: NotificationKind;
  user_id: string;
  channel: 'mail' | 'push';
  subscription_id: string | null;
  state: Generated<'queued' | 'sent' | 'failed' | 'dropped'>;
  reason: Generated<string | null>;
  attempts: Generated<number>;
  created_at: Time;
  next_attempt_at: Time;
  stale_at: Time;
  done_at: OptionalTime;
}

export interface NotificationSettingsTable {
  user_id: string;
  /** What differs from the defaults, by kind and channel. */
  channels: JSONColumnType<Record<string, Record<string, unknown>>>;
  quiet_from: string | null;
  quiet_to: string | null;
  time_zone: Generated<string>;
  paused_until: OptionalTime;
  weekly_digest: Generated<boolean>;
  digest_at: OptionalTime;
  updated_at: Time;
}

export interface NotificationMutesTable {
  id: string;
  user_id: string;
  scope: MuteScope;
  subject_id: string;
  created_at: Time;
}

export interface PushSubscriptionsTable {
  id: string;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Time;
  last_used_at: OptionalTime;
}

export interface MailRefusalsTable {
  email: string;
  refused_at: Time;
  reason: string;
}

export interface GuardianDigestsTable {
  user_id: string;
  paused_at: OptionalTime;
  sent_month: Generated<string | null>;
}

/** Tables of notifications, their settings and deliveries. */
export interface NotificationsTables {
  notifications: NotificationsTable;
  notification_causes: NotificationCausesTable;
  notification_deliveries: NotificationDeliveriesTable;
  notification_settings: NotificationSettingsTable;
  notification_mutes: NotificationMutesTable;
  push_subscriptions: PushSubscriptionsTable;
  mail_refusals: MailRefusalsTable;
  guardian_digests: GuardianDigestsTable;
}
