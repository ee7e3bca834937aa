-- The place of a series follows its events: their archives, and those that are cancelled while their room is open.
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
where u.role = 'user' and u.state not in ('suspended', 'withdrawn')
union all
select 'series', s.id, s.host_id, s.hidden_at is not null, h.partner_school_id, null, d.place, search_fields(s.title),
  search_fields(s.title, g.name, h.nickname, p.org_name, s.description)
from series s join users h on h.id = s.host_id join categories g on g.id = s.category_id left join professionals p on p.user_id = s.host_id
  cross join lateral (
    select max(search_place(c.state, c.start_at) - case when c.state <> 'ended' or a.id is not null then 0 else 3000000000 end) as place
    from classrooms c left join events e on e.id = c.event_id
    left join archives a on a.id = coalesce(c.archive_id, e.archive_id) and a.state = 'ready' and a.published_at is not null
    where c.series_id = s.id and c.state <> 'cancelled' and e.state is distinct from 'cancelled'
  ) d
where d.place is not null and h.state not in ('suspended', 'withdrawn');

create or replace function search_follow_recording() returns trigger language plpgsql as $$
begin
  perform search_write_series(array(
    select series_id from classrooms
    where (new.source = 'classroom' and id = new.source_id or new.source = 'event' and event_id = new.source_id) and series_id is not null));
  return null;
end $$;
drop trigger search_update_series on archives;
create trigger search_update_series after update of state, published_at on archives for each row
  when ((old.state, old.published_at) is distinct from (new.state, new.published_at))
  execute function search_follow_recording();

create function search_follow_event_date() returns trigger language plpgsql as $$
begin perform search_write_series(array(select series_id from classrooms where event_id = new.id and series_id is not null)); return null; end $$;
create trigger search_update_series after update of state, archive_id on events for each row
  when ((old.state, old.archive_id) is distinct from (new.state, new.archive_id))
  execute function search_follow_event_date();
