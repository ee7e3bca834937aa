-- Mail that is to be sent, written in the transaction of what it is about. What it says is sealed: links in it let
-- somebody in. Nothing of it stays once it is sent.
create table mails (
  id text primary key,
  template text not null,
  user_id text references users (id) on delete cascade,
  content text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz
);
create index mails_due on mails (next_attempt_at) where sent_at is null and failed_at is null;

-- Links in mails: each works once, until it runs out. The database holds digests only.
create table account_links (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'guardian_consent', 'data_export')),
  -- The address that it was sent to; a link verifies that one and no other.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_user on account_links (user_id, purpose);
create index account_links_expiry on account_links (expires_at);

alter table users
  -- A new address of somebody who has a verified one: it takes its place once it is verified.
  add column pending_email text,
  -- Who this is at the identity provider.
  add column provider_subject text unique,
  add column guardian_name text,
  -- The state to which somebody suspended or withdrawn comes back.
  add column state_before text check (state_before in ('email_unverified', 'documents_required', 'under_review', 'need_resubmit', 'active')),
  add column withdrawn_at timestamptz,
  add column withdraw_reason text not null default '',
  -- The row stays for what others have of it (comments, archives, sales); nothing personal is left in it.
  add column purged_at timestamptz;
alter table users drop constraint users_check;
alter table users add constraint users_are_reachable check (email is not null or partner_school_id is not null or purged_at is not null);
create index users_leaving on users (withdrawn_at) where withdrawn_at is not null and purged_at is null;

-- One-time codes that a school hands out to its pupils.
create table school_invites (
  partner_school_id text not null references partner_schools (id) on delete cascade,
  code text not null,
  used_by text references users (id) on delete set null,
  used_at timestamptz,
  primary key (partner_school_id, code)
);

create table uploads (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('avatar', 'identity_document')),
  mime text not null,
  size integer not null check (size > 0),
  created_at timestamptz not null,
  -- Null until the file is there.
  stored_at timestamptz,
  -- A document that was handed in, and when staff decided about it.
  submitted_at timestamptz,
  decided_at timestamptz
);
create index uploads_user on uploads (user_id, purpose);
create index uploads_unfinished on uploads (created_at) where stored_at is null;
create index uploads_decided on uploads (decided_at) where decided_at is not null;

create table user_blocks (
  blocker_id text not null references users (id) on delete cascade,
  blocked_id text not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index user_blocks_blocked on user_blocks (blocked_id);

-- What people did, from a fixed list and without saying who: `session_hash` cannot be turned back into a session.
create table analytics_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  name text not null,
  label text not null,
  session_hash text not null
);
create index analytics_events_time on analytics_events (at);

-- What staff did: never changed, never removed.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  who text not null,
  action text not null,
  subject_id text not null,
  detail text not null default ''
);
create index audit_log_subject on audit_log (subject_id, id desc);
