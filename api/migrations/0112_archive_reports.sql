-- Reports of archives. They stay when the archive goes: the evidence holds what it showed.
create table archive_reports (
  id text primary key,
  archive_id text not null,
  reporter_id text not null,
  reason text not null check (reason in ('abuse', 'personal_info', 'spam', 'other')),
  detail text not null default '',
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'actioned', 'dismissed')),
  created_at timestamptz not null,
  unique (archive_id, reporter_id)
);
create index archive_reports_open on archive_reports (created_at) where state = 'open';

-- Lists by the number of watches, and what a person has begun to watch.
create index archives_most_watched on archives (watch_count desc, id desc) where state = 'ready' and published_at is not null;
create index archive_positions_latest on archive_positions (user_id, updated_at desc);
