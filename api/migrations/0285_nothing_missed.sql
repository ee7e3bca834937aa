-- Whether those who have not spoken yet come first in the queue of hands.
alter table classrooms add column new_voices_first boolean not null default false;

alter table classroom_users
  -- When they first had the floor: an open microphone, or the permission to speak.
  add column spoken_at timestamptz,
  -- When their last absence began, from which they have come back since.
  add column away_since timestamptz;
