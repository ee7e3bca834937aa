-- Who helps the organizer of an event. A row without a user is an open invitation; what has ended is deleted, and told by the log.
create table event_members (
  id text primary key,
  event_id text not null references events (id) on delete cascade,
  user_id text references users (id) on delete cascade,
  email text,
  token_hash text unique,
  roles text[] not null check (cardinality(roles) between 1 and 3 and roles <@ array['edit', 'reception', 'sales']),
  expires_at timestamptz,
  invited_at timestamptz not null,
  joined_at timestamptz,
  unique (event_id, user_id),
  unique (event_id, email),
  check (num_nulls(user_id, joined_at) = 0 and num_nonnulls(email, token_hash, expires_at) = 0
    or num_nonnulls(user_id, joined_at) = 0 and num_nulls(email, token_hash, expires_at) = 0)
);
create index event_members_of_person on event_members (user_id) where user_id is not null;
create index event_members_by_email on event_members (email) where email is not null;
create index event_members_open on event_members (expires_at) where expires_at is not null;

-- What the owner and the members of an event have done. Names are read from the accounts and the participations.
create table event_acts (
  id text primary key,
  event_id text not null references events (id) on delete cascade,
  user_id text references users (id) on delete set null,
  act text not null,
  -- The member or the participation that it was done to.
  person_id text references users (id) on delete set null,
  participation_id text references participations (id) on delete set null,
  detail text not null default '',
  created_at timestamptz not null
);
create index event_acts_of_event on event_acts (event_id, created_at desc, id desc);
create index event_acts_of_person on event_acts (user_id, created_at);
create index event_acts_to_person on event_acts (person_id) where person_id is not null;
create index event_acts_of_participation on event_acts (participation_id) where participation_id is not null;

alter table participations add column checked_in_at timestamptz;
