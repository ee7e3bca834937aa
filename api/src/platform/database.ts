import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import type { ClassroomState } from '@manabiba/shared/contract/classrooms';
import type { ClassroomEvent, Participation, TicketType } from '@manabiba/shared/contract/events';
import type { NotificationKind } from '@manabiba/shared/contract/notifications';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import type { Generated, JSONColumnType } from 'kysely';

import type { AccountTables } from './account-tables';
import type { ArchivesTable } from './archive-tables';
import type { GeneratedTime, OptionalTime, Time } from './column-types';
import type {
  ClassroomDeviceBansTable,
  ClassroomUsersTable,
  CommentReportsTable,
  LiveCountsTable,
  LiveOutboxTable,
} from './database-rooms';
import type { DomainEventDeliveriesTable, DomainEventsTable } from './domain-event-tables';

/** A calendar day as yyyy-MM-dd, never a Date: a birthday has no time zone. */
type Day = string;

export interface PartnerSchoolsTable {
  id: string;
  name: string;
  code: string;
  sso: Generated<'none' | 'oidc' | 'saml'>;
  can_create: Generated<boolean>;
  can_speak: Generated<boolean>;
  classmates_only: Generated<boolean>;
  active: Generated<boolean>;
}

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
  /** Where somebody suspended or withdrawn comes back to. */
  state_before: Generated<Exclude<SignedInMe['state'], 'suspended' | 'withdrawn'> | null>;
  withdrawn_at: OptionalTime;
  withdraw_reason: Generated<string>;
  /** Nothing personal is left in the row. */
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
}

export interface AnonymousVisitorsTable {
  id: string;
  became_user_id: string | null;
  created_at: GeneratedTime;
  last_seen_at: GeneratedTime;
}

export interface SessionsTable {
  id: string;
  user_id: string | null;
  anonymous_id: string | null;
  user_agent: Generated<string>;
  created_at: GeneratedTime;
  last_used_at: GeneratedTime;
  expires_at: Time;
  revoked_at: OptionalTime;
}

export interface RefreshTokensTable {
  token_hash: string;
  session_id: string;
  created_at: GeneratedTime;
  rotated_at: OptionalTime;
  /** The hash of the token that follows, once rotated. */
  successor: string | null;
}

export interface FollowsTable {
  follower_id: string;
  followee_id: string;
  created_at: GeneratedTime;
}

export interface CategoriesTable {
  id: string;
  name: string;
  sort_order: number;
}

export interface InterestsTable {
  id: string;
  category_id: string;
  name: string;
  sort_order: number;
}

export interface ClassroomsTable {
  id: string;
  host_id: string;
  name: string;
  description: Generated<string>;
  category_id: string;
  interest_ids: Generated<string[]>;
  cover_url: string | null;
  start_at: Time;
  end_at: Time;
  state: Generated<ClassroomState>;
  all_users: boolean;
  audience_mode: boolean;
  private_mode: boolean;
  private_key: string | null;
  locked: Generated<boolean>;
  recording: Generated<boolean>;
  reserved_count: Generated<number>;
  participant_count: Generated<number>;
  comment_count: Generated<number>;
  max_speakers: number;
  max_listeners: number;
  archive_id: string | null;
  started_at: OptionalTime;
  ended_at: OptionalTime;
  is_guarded: Generated<boolean>;
  minutes_left: Generated<5 | 1 | 0 | null>;
  forgotten_at: OptionalTime;
  is_demo: Generated<boolean>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
}

export interface ReservationsTable {
  classroom_id: string;
  user_id: string;
  created_at: GeneratedTime;
}

export interface ClassroomCommentsTable {
  id: string;
  classroom_id: string;
  user_id: string | null;
  body: string;
  created_at: GeneratedTime;
  deleted_at: OptionalTime;
  deleted_by: ClassroomComment['deletedBy'];
}

export interface EventsTable {
  id: string;
  organizer_id: string;
  title: string;
  subtitle: Generated<string>;
  description: Generated<string>;
  image_url: string | null;
  category_id: string;
  speaker_ids: Generated<string[]>;
  start_at: Time;
  end_at: Time;
  entry_open_at: Time;
  state: ClassroomEvent['state'];
  classroom_id: string | null;
  archive_id: string | null;
  cancel_policy: Generated<string>;
  participant_count: Generated<number>;
  is_demo: Generated<boolean>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
}

export interface TicketTypesTable {
  id: string;
  event_id: string;
  name: string;
  kind: TicketType['kind'];
  price: number;
  tax_rate: TicketType['taxRate'];
  quota: number | null;
  sold: Generated<number>;
  held: Generated<number>;
  sale_start_at: Time;
  sale_end_at: Time;
}

export interface ParticipationsTable {
  id: string;
  event_id: string;
  ticket_type_id: string;
  user_id: string | null;
  guest_email: string | null;
  route: Participation['route'];
  state: Participation['state'];
  payment_intent_id: string | null;
  amount: number;
  hold_expires_at: OptionalTime;
  created_at: GeneratedTime;
}

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
}

export interface IdempotencyKeysTable {
  key: string;
  person_id: string;
  endpoint: string;
  body_hash: string;
  status: number;
  answer: string | null;
  created_at: GeneratedTime;
}

export interface RateLimitsTable {
  bucket: string;
  count: number;
  resets_at: Time;
}

export interface ReleasesTable {
  remote: string;
  version: string;
  manifest: JSONColumnType<Record<string, unknown>>;
  created_at: GeneratedTime;
  created_by: string;
}

export interface RegistryTable {
  remote: string;
  version: string;
  updated_at: GeneratedTime;
}

/** The tables as the migrations make them. */
export interface Database extends AccountTables {
  partner_schools: PartnerSchoolsTable;
  users: UsersTable;
  professionals: ProfessionalsTable;
  anonymous_visitors: AnonymousVisitorsTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  follows: FollowsTable;
  categories: CategoriesTable;
  interests: InterestsTable;
  classrooms: ClassroomsTable;
  reservations: ReservationsTable;
  classroom_users: ClassroomUsersTable;
  classroom_comments: ClassroomCommentsTable;
  classroom_device_bans: ClassroomDeviceBansTable;
  comment_reports: CommentReportsTable;
  live_outbox: LiveOutboxTable;
  live_counts: LiveCountsTable;
  archives: ArchivesTable;
  events: EventsTable;
  ticket_types: TicketTypesTable;
  participations: ParticipationsTable;
  notifications: NotificationsTable;
  domain_events: DomainEventsTable;
  domain_event_deliveries: DomainEventDeliveriesTable;
  idempotency_keys: IdempotencyKeysTable;
  rate_limits: RateLimitsTable;
  releases: ReleasesTable;
  registry: RegistryTable;
}
