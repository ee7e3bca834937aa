-- Polls of a class. One that has no opened_at is a draft. It closes at closes_at, or at closed_at when somebody closed it.
create table classroom_polls (
  id text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  kind text not null check (kind in ('single', 'multiple', 'text')),
  question text not null check (char_length(question) between 1 and 200),
  options text[] not null check (cardinality(options) <= 10),
  -- Places in options, from 0.
  correct smallint[] not null,
  is_named boolean not null,
  seconds integer check (seconds between 10 and 600),
  opened_at timestamptz,
  closes_at timestamptz,
  closed_at timestamptz,
  is_shown boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index classroom_polls_of_classroom on classroom_polls (classroom_id, created_at);

-- As in classroom_users, user_id is the anonymous id of a visitor without an account.
create table classroom_poll_answers (
  poll_id text not null references classroom_polls (id) on delete cascade,
  user_id text not null,
  choices smallint[] not null,
  text text not null check (char_length(text) <= 200),
  answered_at timestamptz not null,
  primary key (poll_id, user_id)
);
create index classroom_poll_answers_of_person on classroom_poll_answers (user_id);

-- When the live document of a poll last showed its number of answers. After a crash of the database it shows it again.
create unlogged table live_poll_counts (
  poll_id text primary key,
  shown_at timestamptz not null
);

-- The projections know the kinds; a list here would have to change with each of them.
alter table live_outbox drop constraint if exists live_outbox_kind_check;
