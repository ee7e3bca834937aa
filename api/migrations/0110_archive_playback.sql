-- Archives can be watched: where their files are, who was recorded, who has watched how far, and what to watch next.

-- The folder of one composed version in the file storage, archives/{id}/{media_version}; null until there is one.
alter table archives add column media_version text;
-- What the composed version contains besides the video: {"scrub": {...} | null, "waveform": boolean}.
alter table archives add column media_info jsonb;
-- The file of captions, archives/{id}/captions/{captions_version}.vtt. Replaces caption_url, which nothing wrote.
alter table archives add column captions_version text;
-- Until when the host and the speakers review what was recorded; published_at is null until then.
alter table archives add column review_ends_at timestamptz;
alter table archives add column progress integer not null default 0 check (progress between 0 and 100);
alter table archives add column failure text check (failure in ('broken_recording', 'missing_codec', 'no_space', 'internal'));
-- An archive is ready for its host and speakers before everybody else sees it.
alter table archives drop constraint archives_check;

drop index archives_of_host;
create index archives_of_host on archives (host_id, published_at desc, id desc) where state = 'ready' and published_at is not null;
create index archives_published on archives (published_at desc, id desc) where state = 'ready' and published_at is not null;
create index archives_of_category on archives (category_id, published_at desc, id desc) where state = 'ready' and published_at is not null;
create index archives_picked on archives (published_at desc, id desc) where state = 'ready' and published_at is not null and is_pickup;
create index archives_of_events on archives (published_at desc, id desc) where state = 'ready' and published_at is not null and source = 'event';
create index archives_hosted on archives (host_id, created_at desc, id desc);

-- Everybody whose voice or picture was recorded, with the host. People under 18 have no row: they are never recorded.
create table archive_parts (
  archive_id text not null references archives (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  taken_out_at timestamptz,
  primary key (archive_id, user_id)
);
create index archive_parts_of_user on archive_parts (user_id);

-- The last counted watch of each viewer, who is a person or an anonymous visitor.
create table archive_watches (
  archive_id text not null references archives (id) on delete cascade,
  viewer_id text not null,
  session_id text not null,
  counted_at timestamptz not null,
  primary key (archive_id, viewer_id)
);
create index archive_watches_viewer on archive_watches (viewer_id, archive_id);
create index archive_watches_age on archive_watches (counted_at);

-- How far a person has watched, on whatever device.
create table archive_positions (
  user_id text not null references users (id) on delete cascade,
  archive_id text not null references archives (id) on delete cascade,
  position_seconds integer not null check (position_seconds >= 0),
  updated_at timestamptz not null,
  primary key (user_id, archive_id)
);
create index archive_positions_archive on archive_positions (archive_id);

-- What to watch next, in order; written by a job.
create table archive_recommendations (
  archive_id text not null references archives (id) on delete cascade,
  rank integer not null,
  recommended_id text not null references archives (id) on delete cascade,
  primary key (archive_id, rank)
);
create index archive_recommendations_of on archive_recommendations (recommended_id);

-- Every folder of the file storage that may hold files of an archive, written before the first file. A folder whose
-- archive is gone is emptied by housekeeping, however the archive went.
create table archive_folders (
  folder text primary key,
  archive_id text references archives (id) on delete set null,
  created_at timestamptz not null
);
create index archive_folders_of on archive_folders (archive_id);
create index archive_folders_orphaned on archive_folders (folder) where archive_id is null;

create or replace view search_sources as
select 'classroom' as kind, c.id, c.host_id as owner_id, c.private_mode as is_private, h.partner_school_id as school_id, null::date as birth_date, search_place(c.state, c.start_at) as order_key, search_fields(c.name) as title,
  search_fields(c.name, g.name, (select string_agg(i.name, chr(10)) from interests i where i.id = any(c.interest_ids)), h.nickname, p.org_name, c.description) as words
from classrooms c join users h on h.id = c.host_id join categories g on g.id = c.category_id left join professionals p on p.user_id = c.host_id
where c.state <> 'cancelled' and c.event_id is null and h.state not in ('suspended', 'withdrawn')
union all
select 'event', v.id, v.organizer_id, false, h.partner_school_id, null, search_place(v.state, v.start_at), search_fields(v.title, v.subtitle),
  search_fields(v.title, v.subtitle, g.name, h.nickname, p.org_name, (select string_agg(s.nickname, chr(10)) from users s where s.id = any(v.speaker_ids) and s.state <> 'withdrawn'), v.description)
from events v join users h on h.id = v.organizer_id join categories g on g.id = v.category_id left join professionals p on p.user_id = v.organizer_id
where v.state not in ('draft', 'cancelled') and h.state not in ('suspended', 'withdrawn')
union all
select 'archive', a.id, a.host_id, coalesce(c.private_mode, false), h.partner_school_id, null, extract(epoch from a.published_at)::bigint, search_fields(a.title),
  search_fields(a.title, g.name, h.nickname, p.org_name, a.description)
from archives a join users h on h.id = a.host_id join categories g on g.id = a.category_id left join professionals p on p.user_id = a.host_id
  left join classrooms c on a.source = 'classroom' and c.id = a.source_id
where a.state = 'ready' and a.published_at is not null and h.state not in ('suspended', 'withdrawn')
union all
select 'professional', u.id, u.id, false, u.partner_school_id, null, search_step(u.follower_count), search_fields(u.nickname, p.org_name),
  search_fields(u.nickname, p.org_name, u.job, (select string_agg(g.name, chr(10)) from categories g where g.id = any(p.category_ids)), u.introduction)
from users u join professionals p on p.user_id = u.id
where u.role = 'professional' and p.verified_at is not null and u.state not in ('suspended', 'withdrawn')
union all
select 'person', u.id, u.id, false, u.partner_school_id, u.birth_date, search_step(u.follower_count), search_fields(u.nickname), search_fields(u.nickname, u.job, u.introduction)
from users u
where u.role = 'user' and u.state not in ('suspended', 'withdrawn');
