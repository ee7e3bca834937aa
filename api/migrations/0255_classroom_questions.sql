-- Questions asked in a live room, who wants them answered too, and their answers.
create table classroom_questions (
  id text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  user_id text references users (id) on delete set null,
  body text not null check (char_length(body) between 1 and 200),
  state text not null default 'open' check (state in ('open', 'answered', 'dismissed', 'withdrawn', 'removed')),
  answer text not null default '' check (char_length(answer) <= 500),
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When its live document was last written: votes change it at most once a second.
  shown_at timestamptz
);
create index classroom_questions_of_room on classroom_questions (classroom_id, created_at, id);
create index classroom_questions_of_person on classroom_questions (user_id);

create table question_votes (
  question_id text not null references classroom_questions (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (question_id, user_id)
);
create index question_votes_of_person on question_votes (user_id);

-- They stay when the question goes, as reports of comments do.
create table question_reports (
  id text primary key,
  question_id text not null,
  classroom_id text not null,
  reporter_id text not null,
  reason text not null check (reason in ('abuse', 'personal_info', 'spam', 'other')),
  detail text not null default '',
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'actioned', 'dismissed')),
  created_at timestamptz not null,
  decision text check (decision in ('dismiss', 'delete_question', 'warn', 'suspend')),
  decided_at timestamptz,
  decided_by text,
  unique (question_id, reporter_id)
);
create index question_reports_open on question_reports (created_at) where state = 'open';

-- What the host has put over the stage, and for how long.
create table classroom_pins (
  id text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  question_id text references classroom_questions (id) on delete cascade,
  comment_id text references classroom_comments (id) on delete cascade,
  pinned_by text references users (id) on delete set null,
  pinned_at timestamptz not null,
  unpinned_at timestamptz,
  check (num_nonnulls(question_id, comment_id) = 1)
);
create unique index classroom_pins_one on classroom_pins (classroom_id) where unpinned_at is null;
create index classroom_pins_of_room on classroom_pins (classroom_id, pinned_at);
create index classroom_pins_of_question on classroom_pins (question_id);
create index classroom_pins_of_comment on classroom_pins (comment_id);
create index classroom_pins_of_person on classroom_pins (pinned_by);

-- Comments are edited for some minutes, and answer one another.
alter table classroom_comments
  add column edited_at timestamptz,
  -- The words before the first edit, for reports.
  add column first_body text,
  add column reply_to text references classroom_comments (id) on delete set null;
create index classroom_comments_replies on classroom_comments (reply_to) where reply_to is not null;
