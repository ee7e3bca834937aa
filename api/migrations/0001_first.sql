-- Ids are text with a prefix (usr_, cls_, evt_, ...), made by the application and unguessable.
-- Times are timestamptz; money is whole yen. Counters that lists show (followers, reservations, comments) are kept
-- by the statements that change them, in the same transaction, so that a list never counts rows.

create table partner_schools (
  id text primary key,
  name text not null,
  code text not null unique,
  sso text not null default 'none' check (sso in ('none', 'oidc', 'saml')),
  can_create boolean not null default true,
  can_speak boolean not null default true,
  classmates_only boolean not null default false,
  active boolean not null default true
);

create table users (
  id text primary key,
  role text not null default 'user' check (role in ('user', 'professional', 'staff')),
  email text,
  email_verified_at timestamptz,
  password_hash text,
  nickname text not null check (char_length(nickname) between 1 and 20),
  avatar_url text,
  introduction text not null default '',
  job text not null default '',
  birth_date date not null,
  state text not null check (state in ('email_unverified', 'documents_required', 'under_review', 'need_resubmit', 'active', 'suspended', 'withdrawn')),
  resubmit_reason text,
  guardian_email text,
  guardian_consent_at timestamptz,
  partner_school_id text references partner_schools (id),
  student_code text,
  follower_count integer not null default 0 check (follower_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  notifications_seen_at timestamptz not null default '-infinity',
  stripe_invoice_status text check (stripe_invoice_status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  is_subscribed boolean not null default false,
  will_unsubscribed boolean not null default false,
  subscription_expires_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (email is not null or partner_school_id is not null),
  check ((partner_school_id is null) = (student_code is null))
);
create unique index users_email on users (lower(email));
create unique index users_student_code on users (partner_school_id, student_code);

create table professionals (
  user_id text primary key references users (id) on delete cascade,
  org_name text not null,
  org_url text,
  invoice_registration_no text check (invoice_registration_no ~ '^T[0-9]{13}$'),
  category_ids text[] not null default '{}',
  verified_at timestamptz
);

-- A visitor without an account. Its row is what the fallback token names.
create table anonymous_visitors (
  id text primary key,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

-- One session is one device signed in: a family of refresh tokens of which the newest is live.
create table sessions (
  id text primary key,
  user_id text references users (id) on delete cascade,
  anonymous_id text references anonymous_visitors (id) on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check ((user_id is null) <> (anonymous_id is null))
);
create index sessions_user on sessions (user_id) where revoked_at is null;

create table refresh_tokens (
  token_hash text primary key,
  session_id text not null references sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  -- the successor, so that a parallel tab within the grace period gets the same one
  successor text
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table follows (
  follower_id text not null references users (id) on delete cascade,
  followee_id text not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create index follows_followee on follows (followee_id, created_at desc);

create table categories (
  id text primary key,
  name text not null,
  sort_order integer not null unique
);
create table interests (
  id text primary key,
  category_id text not null references categories (id),
  name text not null,
  sort_order integer not null
);

create table classrooms (
  id text primary key,
  host_id text not null references users (id),
  name text not null check (char_length(name) between 1 and 50),
  description text not null default '' check (char_length(description) <= 2000),
  category_id text not null references categories (id),
  interest_ids text[] not null default '{}' check (cardinality(interest_ids) <= 5),
  cover_url text,
  start_at timestamptz not null,
  end_at timestamptz not null,
  state text not null default 'scheduled' check (state in ('scheduled', 'live', 'ended', 'cancelled')),
  all_users boolean not null,
  audience_mode boolean not null,
  private_mode boolean not null,
  -- only for a private classroom: the key in its invitation URL
  private_key text,
  locked boolean not null default false,
  recording boolean not null default false,
  reserved_count integer not null default 0 check (reserved_count >= 0),
  participant_count integer not null default 0 check (participant_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  max_speakers integer not null,
  max_listeners integer not null,
  archive_id text,
  started_at timestamptz,
  ended_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (private_mode = (private_key is not null))
);
create index classrooms_state_start on classrooms (state, start_at, id);
create index classrooms_host on classrooms (host_id, start_at, id);
create index classrooms_category on classrooms (category_id, state, start_at, id);

create table reservations (
  classroom_id text not null references classrooms (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (classroom_id, user_id)
);
create index reservations_user on reservations (user_id);

-- Whoever is or was in a room. The host is a row too, from the start.
create table classroom_users (
  classroom_id text not null references classrooms (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('host', 'co_host', 'speaker', 'listener')),
  joined_at timestamptz,
  left_at timestamptz,
  seconds_present integer not null default 0,
  kicked_at timestamptz,
  kicked_by text references users (id),
  muted_by_host boolean not null default false,
  recording_consent_at timestamptz,
  primary key (classroom_id, user_id)
);
create unique index classroom_users_one_host on classroom_users (classroom_id) where role = 'host';

create table classroom_comments (
  id text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  user_id text references users (id) on delete set null,
  body text not null check (char_length(body) between 1 and 500),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by text check (deleted_by in ('author', 'host', 'co_host', 'staff'))
);
create index classroom_comments_time on classroom_comments (classroom_id, created_at, id);

create table events (
  id text primary key,
  organizer_id text not null references users (id),
  title text not null,
  subtitle text not null default '',
  description text not null default '',
  image_url text,
  category_id text not null references categories (id),
  speaker_ids text[] not null default '{}',
  start_at timestamptz not null,
  end_at timestamptz not null,
  entry_open_at timestamptz not null,
  state text not null check (state in ('draft', 'published', 'open', 'live', 'ended', 'archived', 'cancelled')),
  classroom_id text references classrooms (id),
  archive_id text,
  cancel_policy text not null default '',
  participant_count integer not null default 0 check (participant_count >= 0),
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (end_at > start_at)
);
create index events_start on events (start_at, id);

create table ticket_types (
  id text primary key,
  event_id text not null references events (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('general', 'student', 'premium', 'invited')),
  price integer not null check (price >= 0),
  tax_rate integer not null check (tax_rate in (10, 8, 0)),
  quota integer check (quota >= 0),
  sold integer not null default 0 check (sold >= 0),
  held integer not null default 0 check (held >= 0),
  sale_start_at timestamptz not null,
  sale_end_at timestamptz not null,
  check (quota is null or sold + held <= quota)
);
create index ticket_types_event on ticket_types (event_id);

create table participations (
  id text primary key,
  event_id text not null references events (id),
  ticket_type_id text not null references ticket_types (id),
  user_id text references users (id),
  guest_email text,
  route text not null check (route in ('general', 'premium', 'student', 'invitation')),
  state text not null check (state in ('waitlisted', 'offered', 'held', 'pending_payment', 'confirmed', 'joined', 'expired', 'cancelled', 'refund_pending', 'refunded')),
  payment_intent_id text,
  amount integer not null check (amount >= 0),
  hold_expires_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index participations_live on participations (event_id, user_id)
  where state in ('waitlisted', 'offered', 'held', 'pending_payment', 'confirmed', 'joined');
create index participations_user on participations (user_id);

create table notifications (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  kind text not null,
  title text not null,
  body text not null default '',
  url text not null,
  actor_id text references users (id) on delete set null,
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);
create index notifications_inbox on notifications (user_id, created_at desc, id desc);

-- What happened, for whoever reacts to it (notifications, live documents); written in the transaction of the change.
create table domain_events (
  id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  handled_at timestamptz
);
create index domain_events_open on domain_events (id) where handled_at is null;

create table idempotency_keys (
  key text not null,
  person_id text not null,
  endpoint text not null,
  body_hash text not null,
  -- null while the first call is still running
  status integer,
  answer text,
  created_at timestamptz not null default now(),
  primary key (person_id, endpoint, key)
);

create table rate_limits (
  bucket text primary key,
  count integer not null,
  resets_at timestamptz not null
);

-- Which release of each remote is live. `manifest` is what the release step read from the build:
-- entry, files with sizes and digests, routes, slots, share ranges.
create table releases (
  remote text not null,
  version text not null,
  manifest jsonb not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (remote, version)
);
create table registry (
  remote text primary key,
  version text not null,
  updated_at timestamptz not null default now(),
  foreign key (remote, version) references releases (remote, version)
);
