-- Reports of people. They stay when the person goes: the evidence holds what their profile said.
create table user_reports (
  id text primary key,
  reported_id text not null,
  reporter_id text not null,
  reason text not null check (reason in ('abuse', 'personal_info', 'spam', 'other')),
  detail text not null default '',
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'actioned', 'dismissed')),
  created_at timestamptz not null,
  unique (reported_id, reporter_id)
);
create index user_reports_open on user_reports (created_at) where state = 'open';
