-- A still image of the stage of a live classroom, which its host shows on the cards of lists for a short time.
create table live_frames (
  classroom_id text primary key references classrooms (id) on delete cascade,
  version text not null,
  image bytea not null,
  taken_at timestamptz not null
);
