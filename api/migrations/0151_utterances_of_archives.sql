-- What the recorded people said at a stretch, so that each takes out what they choose. Found in the voices when the first
-- version of a video is composed, and deleted with the recording. Milliseconds since the start of the whole recording.
-- Archives that were composed before have none: of those a part is taken out whole.
create table archive_utterances (
  id text primary key,
  archive_id text not null,
  user_id text not null,
  from_ms integer not null check (from_ms >= 0),
  until_ms integer not null check (until_ms > from_ms),
  taken_out_at timestamptz,
  foreign key (archive_id, user_id) references archive_parts (archive_id, user_id) on delete cascade
);
create index archive_utterances_of_part on archive_utterances (archive_id, user_id, from_ms);
create index archive_utterances_of_user on archive_utterances (user_id);
