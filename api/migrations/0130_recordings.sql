-- What is recorded of rooms: one row per track that a file is written of. A track belongs to somebody of 18 or more who
-- has agreed; nobody else has a row.
create table recorded_tracks (
  id text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  kind text not null check (kind in ('voice', 'camera', 'screen')),
  -- The media server's names of the track and of its recording.
  track_sid text not null,
  egress_id text unique,
  -- The file below the folder of recordings.
  file text not null unique,
  state text not null default 'starting' check (state in ('starting', 'active', 'complete', 'failed')),
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  check (state <> 'complete' or (started_at is not null and ended_at is not null))
);
create index recorded_tracks_of_room on recorded_tracks (classroom_id);
create index recorded_tracks_of_user on recorded_tracks (user_id);
create unique index recorded_tracks_running on recorded_tracks (classroom_id, track_sid) where state in ('starting', 'active');

-- When a room was being recorded, whether or not anybody spoke then.
create table recording_spans (
  id text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz
);
create unique index recording_spans_running on recording_spans (classroom_id) where ended_at is null;
create index recording_spans_of_room on recording_spans (classroom_id, started_at);
