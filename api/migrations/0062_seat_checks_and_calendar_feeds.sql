-- Whether the counters of ticket types tell the truth: the last check (one row), and what was ever found wrong.
create table seat_checks (
  is_last boolean primary key default true check (is_last),
  checked_at timestamptz not null,
  ticket_types integer not null,
  seats integer not null,
  violations integer not null,
  -- Since when every check has found nothing wrong; null when the last one has.
  clean_since timestamptz
);

create table seat_violations (
  id bigint generated always as identity primary key,
  ticket_type_id text not null references ticket_types (id) on delete cascade,
  quota integer,
  sold integer not null,
  held integer not null,
  counted_sold integer not null,
  counted_held integer not null,
  found_at timestamptz not null,
  resolved_at timestamptz
);
create unique index seat_violations_open on seat_violations (ticket_type_id) where resolved_at is null;
create index seat_violations_found on seat_violations (found_at desc, id desc);

-- A person's own calendar, at an address that holds a secret. One at a time: a new one ends the old one.
create table calendar_feeds (
  user_id text primary key references users (id) on delete cascade,
  secret_hash text not null unique,
  created_at timestamptz not null
);
