-- What attendees said about a class, once each. Only its host reads it.
create table classroom_ratings (
  classroom_id text not null references classrooms (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  note text not null default '' check (char_length(note) <= 500),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (classroom_id, user_id)
);
create index classroom_ratings_of_person on classroom_ratings (user_id);
