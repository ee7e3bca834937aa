-- An event takes place in a room of its own: a private classroom without a key, made when the event is published. Who has a
-- place in the event may come in. It is in no list, search or count of classrooms.
alter table classrooms add column event_id text unique references events (id);
alter table classrooms drop constraint classrooms_check;
alter table classrooms add constraint classrooms_key check (
  case when event_id is null then private_mode = (private_key is not null) else private_mode and private_key is null end);

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
where a.state = 'ready' and h.state not in ('suspended', 'withdrawn')
union all
select 'professional', u.id, u.id, false, u.partner_school_id, null, search_step(u.follower_count), search_fields(u.nickname, p.org_name),
  search_fields(u.nickname, p.org_name, u.job, (select string_agg(g.name, chr(10)) from categories g where g.id = any(p.category_ids)), u.introduction)
from users u join professionals p on p.user_id = u.id
where u.role = 'professional' and p.verified_at is not null and u.state not in ('suspended', 'withdrawn')
union all
select 'person', u.id, u.id, false, u.partner_school_id, u.birth_date, search_step(u.follower_count), search_fields(u.nickname), search_fields(u.nickname, u.job, u.introduction)
from users u
where u.role = 'user' and u.state not in ('suspended', 'withdrawn');
