-- Visitors without an account take part too: then `user_id` is their anonymous id. `person_id` is made from both, so
-- that a participant always is somebody who exists.
alter table classroom_users drop constraint classroom_users_user_id_fkey;
alter table classroom_users add column anonymous_id text references anonymous_visitors (id) on delete cascade;
alter table classroom_users add check (anonymous_id is null or anonymous_id = user_id);
alter table classroom_users add column person_id text generated always as (case when anonymous_id is null then user_id end) stored
  references users (id) on delete cascade;
alter table classroom_users
  -- Present is who has joined_at and no left_at. joined_at is the first time, present_since the last one.
  add column present_since timestamptz,
  -- The last heartbeat. Null for people of the demo, who are never silent.
  add column last_seen_at timestamptz,
  add column device_id text,
  add column tab_id text,
  -- Rises when the person goes on in another window.
  add column seat integer not null default 0,
  add column is_muted boolean not null default false,
  add column is_camera_on boolean not null default false,
  add column is_screen_on boolean not null default false,
  add column connection text not null default 'good' check (connection in ('good', 'poor', 'lost')),
  add column reaction_name text check (reaction_name in ('clap', 'like', 'laugh', 'surprise', 'question', 'raise_hand')),
  add column reaction_at timestamptz,
  -- The last time that anything was sent, be it to take a reaction back.
  add column reacted_at timestamptz,
  add column hand_raised_at timestamptz,
  -- The host gave the role: it stays when the room's mode changes or the person comes back.
  add column is_role_given boolean not null default false,
  add column kick_reason text,
  add column waiting_since timestamptz,
  add column admitted_at timestamptz;
create index classroom_users_present on classroom_users (classroom_id, joined_at) where joined_at is not null and left_at is null;
create index classroom_users_heartbeat on classroom_users (last_seen_at)
  where last_seen_at is not null and ((joined_at is not null and left_at is null) or waiting_since is not null);
create index classroom_users_visitor on classroom_users (anonymous_id) where anonymous_id is not null;
create index anonymous_visitors_became on anonymous_visitors (became_user_id) where became_user_id is not null;

-- A visitor who was put out does not come back on the same device with a new anonymous id.
create table classroom_device_bans (
  classroom_id text not null references classrooms (id) on delete cascade,
  device_id text not null,
  created_at timestamptz not null,
  primary key (classroom_id, device_id)
);

alter table classrooms
  -- Closed because minors are in it and no host.
  add column is_guarded boolean not null default false,
  -- The last warning that was given: 5, 1 or 0 minutes.
  add column minutes_left smallint,
  -- Once it is over for a while, its live documents go.
  add column forgotten_at timestamptz;

-- Reports of comments. They stay when the comment goes: the evidence holds what was said.
create table comment_reports (
  id text primary key,
  comment_id text not null,
  classroom_id text not null,
  reporter_id text not null,
  reason text not null check (reason in ('abuse', 'personal_info', 'spam', 'other')),
  detail text not null default '',
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'actioned', 'dismissed')),
  created_at timestamptz not null,
  unique (comment_id, reporter_id)
);

-- Live documents that are no longer what the database says, one row each; written in the transaction of the change,
-- taken away once the document is written. What a document holds is read when it is written, so that one that
-- changes ten times in a moment is written once, and always as it is.
create sequence live_outbox_version;
create table live_outbox (
  path text primary key,
  kind text not null check (kind in ('room', 'count', 'user', 'comment', 'person')),
  classroom_id text,
  subject_id text not null,
  version bigint not null default nextval('live_outbox_version'),
  due_at timestamptz not null
);
create index live_outbox_due on live_outbox (due_at, version);

-- When a room's document last got a number of people: it moves at most once a second.
create table live_counts (
  classroom_id text primary key references classrooms (id) on delete cascade,
  shown_at timestamptz not null
);
