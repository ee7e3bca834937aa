-- Recordings become archives. compose_at is when an archive is to be composed, and while that happens when it would be
-- taken over by another process; null when there is nothing to do. Each change of what the video contains is a revision.
alter table archives add column compose_at timestamptz;
alter table archives add column compose_revision integer not null default 1;
alter table archives add column compose_failures integer not null default 0;
-- Seconds of the recording that the host has cut off.
alter table archives add column cut_start integer not null default 0 check (cut_start >= 0);
alter table archives add column cut_end integer not null default 0 check (cut_end >= 0);
create index archives_to_compose on archives (compose_at) where compose_at is not null;

-- The archive that a track is part of. A track that was collected and whose archive is gone is deleted with its file.
alter table recorded_tracks add column archive_id text references archives (id) on delete set null;
alter table recorded_tracks add column collected_at timestamptz;
create index recorded_tracks_of_archive on recorded_tracks (archive_id);
create index recorded_tracks_uncollected on recorded_tracks (classroom_id) where collected_at is null;
create index classrooms_recorded on classrooms (id) where recording and state = 'live';
