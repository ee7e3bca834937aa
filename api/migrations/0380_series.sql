-- Several classes under one page. Each class keeps its own reservations and rules; it belongs to at most one series.
create table series (
  id text primary key,
  host_id text not null references users (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 50),
  description text not null default '',
  category_id text not null references categories (id),
  ended_at timestamptz,
  -- By the staff: only the host still finds it.
  hidden_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index series_of_host on series (host_id, created_at desc, id desc);

alter table classrooms add column series_id text references series (id) on delete set null,
  add column series_added_at timestamptz;
create index classrooms_of_series on classrooms (series_id, start_at, id) where series_id is not null;

-- Who has reserved all dates at once, so that the page can say which ones came later.
create table series_bookings (
  series_id text not null references series (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  booked_at timestamptz not null,
  primary key (series_id, user_id)
);
create index series_bookings_of_person on series_bookings (user_id);

-- What a certificate says is fixed when it is issued. The id cannot be guessed: whoever has it can check the certificate.
create table certificates (
  id text primary key,
  series_id text not null references series (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  series_title text not null,
  host_name text not null,
  done_count integer not null check (done_count > 0),
  date_count integer not null check (date_count >= done_count),
  -- When the last date ended.
  completed_at timestamptz not null,
  issued_at timestamptz not null,
  unique (series_id, user_id)
);
create index certificates_of_person on certificates (user_id);

-- They stay when the series goes, as reports of comments do.
create table series_reports (
  id text primary key,
  series_id text not null,
  reporter_id text not null,
  reason text not null check (reason in ('abuse', 'personal_info', 'spam', 'other')),
  detail text not null default '',
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'actioned', 'dismissed')),
  created_at timestamptz not null,
  decision text check (decision in ('dismiss', 'hide_series', 'warn', 'suspend')),
  decided_at timestamptz,
  decided_by text,
  unique (series_id, reporter_id)
);
create index series_reports_of_host on series_reports ((evidence ->> 'userId'));
create index series_reports_open on series_reports (created_at) where state = 'open';
