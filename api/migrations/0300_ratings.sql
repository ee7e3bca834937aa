-- What people who attended a class or an event, or watched an archive, say about it: once each, for everybody to read.
create table ratings (
  id text primary key,
  classroom_id text references classrooms (id) on delete cascade,
  event_id text references events (id) on delete cascade,
  archive_id text references archives (id) on delete cascade,
  subject_id text not null generated always as (coalesce(classroom_id, event_id, archive_id)) stored,
  host_id text not null references users (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  note text not null default '' check (char_length(note) <= 500),
  -- False for those from before ratings were shown to everybody: only the host reads them, as their authors were promised.
  is_public boolean not null default true,
  -- Written by somebody under 18: it never shows a name, not even once they are older.
  is_nameless boolean not null default false,
  answer text check (char_length(answer) between 1 and 500),
  answered_at timestamptz,
  answer_edited_at timestamptz,
  -- By the staff. The row stays, so that its author cannot write another one.
  removed_at timestamptz,
  edited_at timestamptz,
  created_at timestamptz not null,
  check (num_nonnulls(classroom_id, event_id, archive_id) = 1),
  check ((answer is null) = (answered_at is null))
);
create unique index ratings_of_person on ratings (user_id, subject_id);
create index ratings_of_subject on ratings (subject_id, created_at desc, id desc) where removed_at is null;
create index ratings_of_host on ratings (host_id, created_at desc, id desc) where removed_at is null;
create index ratings_of_classroom on ratings (classroom_id) where classroom_id is not null;
create index ratings_of_event on ratings (event_id) where event_id is not null;
create index ratings_of_archive on ratings (archive_id) where archive_id is not null;

-- The sum of what everybody can read about a class, an event or an archive, for lists. A trigger follows every way in which
-- a rating comes, changes and goes.
create table rating_totals (
  subject_id text primary key,
  rating_count integer not null check (rating_count >= 0),
  star_total integer not null check (star_total >= 0)
);

create function rating_total_follow() returns trigger language plpgsql as $$
declare
  former integer := 0;
  present integer := 0;
begin
  if tg_op <> 'INSERT' and old.is_public and old.removed_at is null then former := old.stars; end if;
  if tg_op <> 'DELETE' and new.is_public and new.removed_at is null then present := new.stars; end if;
  if former = present then return null; end if;
  insert into rating_totals (subject_id, rating_count, star_total) values (coalesce(new.subject_id, old.subject_id), 0, 0)
    on conflict (subject_id) do nothing;
  update rating_totals set rating_count = rating_count + sign(present)::int - sign(former)::int, star_total = star_total + present - former
    where subject_id = coalesce(new.subject_id, old.subject_id);
  return null;
end $$;
create trigger rating_totals_follow after insert or update or delete on ratings for each row execute function rating_total_follow();

-- They stay when the rating goes, as reports of comments do.
create table rating_reports (
  id text primary key,
  rating_id text not null,
  reporter_id text not null,
  reason text not null check (reason in ('abuse', 'personal_info', 'spam', 'other')),
  detail text not null default '',
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'actioned', 'dismissed')),
  created_at timestamptz not null,
  decision text check (decision in ('dismiss', 'delete_rating', 'warn', 'suspend')),
  decided_at timestamptz,
  decided_by text,
  unique (rating_id, reporter_id)
);
create index rating_reports_of_author on rating_reports ((evidence ->> 'userId'));
create index rating_reports_open on rating_reports (created_at) where state = 'open';

-- How far somebody has ever come in a video; the position itself goes back when they watch a part again.
alter table archive_positions add column furthest_seconds integer not null default 0 check (furthest_seconds >= 0);
update archive_positions set furthest_seconds = position_seconds;

insert into ratings (id, classroom_id, event_id, host_id, user_id, stars, note, is_public, is_nameless, edited_at, created_at)
select 'rat_' || left(md5(r.classroom_id || ' ' || r.user_id), 20), case when c.event_id is null then c.id end, c.event_id, c.host_id,
  r.user_id, r.stars, r.note, false, u.birth_date > (r.updated_at at time zone 'Asia/Tokyo')::date - interval '18 years',
  nullif(r.updated_at, r.created_at), r.created_at
from classroom_ratings r join classrooms c on c.id = r.classroom_id join users u on u.id = r.user_id;
drop table classroom_ratings;
