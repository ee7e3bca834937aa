-- When a viewer began to watch: no more is counted than can have been played since then. A watch that has not counted yet
-- has no counted_at.
alter table archive_watches add column started_at timestamptz not null default now();
alter table archive_watches alter column counted_at drop not null;
create index archive_watches_uncounted on archive_watches (started_at) where counted_at is null;
