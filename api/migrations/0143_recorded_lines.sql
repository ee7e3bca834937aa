-- Sentences of live captions said while the voice of their speaker was recorded. They belong to the archive as the
-- recorded tracks do: the draft of its captions is made of them.
create table recorded_lines (
  id text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  text text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  archive_id text references archives (id) on delete cascade
);
create index recorded_lines_of_room on recorded_lines (classroom_id) where archive_id is null;
create index recorded_lines_of_archive on recorded_lines (archive_id, started_at) where archive_id is not null;
create index recorded_lines_of_user on recorded_lines (user_id);
