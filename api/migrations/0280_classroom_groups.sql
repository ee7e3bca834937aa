-- A live class divided into groups until closes_at, which a recall brings forward. At most one division is open.
create table classroom_splits (
  id text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  recalled_at timestamptz,
  closed_at timestamptz,
  -- What its hosts last sent to all groups. Nothing keeps it afterwards.
  message text not null default '' check (char_length(message) <= 200),
  message_at timestamptz
);
create unique index classroom_splits_one on classroom_splits (classroom_id) where closed_at is null;
create index classroom_splits_of_room on classroom_splits (classroom_id, opened_at);
create index classroom_splits_due on classroom_splits (closes_at) where closed_at is null;

create table classroom_groups (
  id text primary key,
  split_id text not null references classroom_splits (id) on delete cascade,
  place smallint not null,
  name text not null check (char_length(name) between 1 and 20),
  unique (split_id, place)
);

-- Who belongs to which group of an open division; whoever has no row is in the main room. As in classroom_users, user_id
-- is the anonymous id of a visitor without an account.
create table classroom_group_members (
  split_id text not null references classroom_splits (id) on delete cascade,
  user_id text not null,
  group_id text not null references classroom_groups (id) on delete cascade,
  -- A listener who may speak while in a group.
  is_voice_lent boolean not null,
  primary key (split_id, user_id)
);
create index classroom_group_members_of_group on classroom_group_members (group_id);
create index classroom_group_members_of_person on classroom_group_members (user_id);

-- Who was in which group, from when until when.
create table classroom_group_stays (
  id bigint generated always as identity primary key,
  group_id text not null references classroom_groups (id) on delete cascade,
  user_id text not null,
  entered_at timestamptz not null,
  left_at timestamptz
);
create unique index classroom_group_stays_open on classroom_group_stays (group_id, user_id) where left_at is null;
create index classroom_group_stays_of_person on classroom_group_stays (user_id);
