-- Recordings of classrooms and events. What they are made of (video, captions) comes with the media engine; until then
-- none is ready. `source_id` is a classroom's or an event's.
create table archives (
  id text primary key,
  source text not null check (source in ('classroom', 'event')),
  source_id text not null,
  host_id text not null references users (id),
  title text not null,
  description text not null default '',
  category_id text not null references categories (id),
  chapters jsonb not null default '[]',
  caption_url text,
  thumbnail_url text,
  duration_seconds integer not null default 0 check (duration_seconds >= 0),
  watch_count integer not null default 0 check (watch_count >= 0),
  is_pickup boolean not null default false,
  access text not null check (access in ('public', 'signed_in', 'subscriber', 'ticket')),
  state text not null default 'processing' check (state in ('processing', 'ready', 'hidden', 'failed')),
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (state <> 'ready' or published_at is not null),
  unique (source, source_id)
);
create index archives_of_host on archives (host_id, published_at desc, id desc) where state = 'ready';

-- Why staff has suspended the account: the person reads it.
alter table users add column suspend_reason text;
