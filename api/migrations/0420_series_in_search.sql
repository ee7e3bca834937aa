-- Series are found like classes, once they have a date. `is_private`: hidden by the staff.
create table search_entries_series partition of search_entries for values in ('series');

-- Among those that fit equally well: with a date now, with the next date, with something to watch, and what is only over.
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
    from classrooms c left join archives a on a.id = c.archive_id and a.state = 'ready' and a.published_at is not null
    where c.series_id = s.id and c.state <> 'cancelled'
  ) d
where d.place is not null and h.state not in ('suspended', 'withdrawn');

-- Of two dates that change at once, the second waits here, and then sees the first.
create function search_write_series(ids text[]) returns void language plpgsql as $$
begin
  perform from search_entries where kind = 'series' and id = any(ids) order by id for update;
  perform search_write('series', ids);
end $$;

create or replace function search_write_hosted(host text) returns void language plpgsql as $$
begin
  perform search_write('classroom', array(select id from classrooms where host_id = host)),
    search_write('event', array(select id from events where organizer_id = host or host = any(speaker_ids))),
    search_write('archive', array(select id from archives where host_id = host)),
    search_write_series(array(select id from series where host_id = host));
end $$;

create or replace function search_follow_category() returns trigger language plpgsql as $$
begin
  perform search_write('classroom', array(select id from classrooms where category_id = new.id)),
    search_write('event', array(select id from events where category_id = new.id)),
    search_write('archive', array(select id from archives where category_id = new.id)),
    search_write('professional', array(select user_id from professionals where new.id = any(category_ids))),
    search_write_series(array(select id from series where category_id = new.id));
  return null;
end $$;

create function search_follow_series() returns trigger language plpgsql as $$ begin perform search_write_series(array[new.id]); return null; end $$;
create function search_follow_date() returns trigger language plpgsql as $$ begin perform search_write_series(array[old.series_id, new.series_id]); return null; end $$;
create function search_follow_recording() returns trigger language plpgsql as $$
begin perform search_write_series(array(select series_id from classrooms where id = new.source_id and series_id is not null)); return null; end $$;

create trigger search_update after update of title, description, category_id, hidden_at on series for each row
  when ((old.title, old.description, old.category_id, old.hidden_at) is distinct from (new.title, new.description, new.category_id, new.hidden_at))
  execute function search_follow_series();
create trigger search_delete after delete on series for each row execute function search_forget('series');

-- Named so that they run after those of the class: whoever writes both entries writes the class first.
create trigger search_insert_series after insert on classrooms for each row when (new.series_id is not null) execute function search_follow_date();
create trigger search_update_series after update of series_id, state, start_at, archive_id on classrooms for each row
  when ((old.series_id, old.state, old.start_at, old.archive_id) is distinct from (new.series_id, new.state, new.start_at, new.archive_id)
    and (old.series_id is not null or new.series_id is not null))
  execute function search_follow_date();
create trigger search_delete_series after delete on classrooms for each row when (old.series_id is not null) execute function search_follow_date();
create trigger search_update_series after update of state, published_at on archives for each row
  when (new.source = 'classroom' and (old.state, old.published_at) is distinct from (new.state, new.published_at))
  execute function search_follow_recording();

select search_write_series(array(select id from series));
