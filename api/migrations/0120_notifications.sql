-- Notifications: what causes them, who gets them, and their deliveries.

-- A cause tells its audience once. Its audience is told in batches; told_up_to is the last user of the last batch.
create table notification_causes (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Distinguishes causes of a kind: the same cause is recorded once.
  key text not null,
  title text not null default '',
  body text not null default '',
  url text not null,
  actor_id text references users (id) on delete cascade,
  -- Ids by name: what the audience is selected by.
  subjects jsonb not null default '{}',
  -- False when another mail tells the same.
  is_mailed boolean not null default true,
  due_at timestamptz not null,
  -- Dropped, not told, after this time.
  stale_at timestamptz not null,
  created_at timestamptz not null,
  told_up_to text not null default '',
  told_count integer not null default 0,
  done_at timestamptz,
  -- It was too late to tell everybody.
  is_stale boolean not null default false,
  unique (kind, key)
);
create index notification_causes_open on notification_causes (due_at) where done_at is null;
create index notification_causes_done on notification_causes (done_at);

-- is_listed: the row is a line of the inbox. False when the settings exclude the product, and for all but the latest of
-- a group. The latest of a group counts its notifications.
alter table notifications
  add column cause_id bigint references notification_causes (id) on delete set null,
  add column is_listed boolean not null default true,
  add column group_id text,
  add column group_count integer not null default 1,
  add column opened_at timestamptz,
  add column opened_from text check (opened_from in ('inApp', 'push'));
-- Each person gets one notification of a cause.
create unique index notifications_once on notifications (cause_id, user_id);
create index notifications_group on notifications (group_id) where group_id is not null;
-- The inbox, and the count of unseen lines.
drop index notifications_inbox;
create index notifications_inbox on notifications (user_id, created_at desc, id desc) where is_listed;
create index notifications_of_user on notifications (user_id, created_at desc) where not is_listed;

create table notification_deliveries (
  id bigint generated always as identity primary key,
  notification_id text not null references notifications (id) on delete cascade,
  kind text not null,
  user_id text not null references users (id) on delete cascade,
  channel text not null check (channel in ('mail', 'push')),
  -- For push, the subscription; deliveries to one that is gone are gone with it.
  subscription_id text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'dropped')),
  -- Why it failed or was dropped.
  reason text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  stale_at timestamptz not null,
  done_at timestamptz,
  unique nulls not distinct (notification_id, channel, subscription_id)
);
create index notification_deliveries_due on notification_deliveries (channel, next_attempt_at) where state = 'queued';
create index notification_deliveries_created on notification_deliveries (created_at);
create index notification_deliveries_user on notification_deliveries (user_id);

-- Only what differs from the defaults is stored, so that new kinds need no migration.
create table notification_settings (
  user_id text primary key references users (id) on delete cascade,
  channels jsonb not null default '{}',
  quiet_from text,
  quiet_to text,
  time_zone text not null default 'Asia/Tokyo',
  paused_until timestamptz,
  weekly_digest boolean not null default false,
  -- The last digest that was queued.
  digest_at timestamptz,
  updated_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null))
);

create table notification_mutes (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  scope text not null check (scope in ('person', 'classroom', 'event')),
  subject_id text not null,
  created_at timestamptz not null,
  unique (user_id, scope, subject_id)
);

-- Subscriptions last as long as the session of their browser.
create table push_subscriptions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- Addresses that the mail server has refused for good.
create table mail_refusals (
  email text primary key,
  refused_at timestamptz not null,
  reason text not null
);

-- Monthly digests for guardians: on unless paused.
create table guardian_digests (
  user_id text primary key references users (id) on delete cascade,
  paused_at timestamptz,
  -- The last month (yyyy-MM) that was queued.
  sent_month text
);

create index follows_audience on follows (followee_id, follower_id);
create index participations_audience on participations (event_id, user_id) where state in ('confirmed', 'joined');
create index events_reminders on events (start_at) where state in ('published', 'open', 'live');
