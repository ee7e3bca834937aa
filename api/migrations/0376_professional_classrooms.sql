-- What the list of professionals shows and sorts by, kept with each of them: counted when asked, it would read the classrooms of all.
alter table professionals
  add column next_classroom_at timestamptz,
  add column latest_classroom_at timestamptz,
  add column classroom_count integer not null default 0,
  -- Ascending: the next classroom in microseconds; after all of those the others, the latest classroom first.
  add column classroom_rank bigint not null default 8000000000000000;

create function count_classrooms_of(host text) returns void language plpgsql as $$
begin
  -- The count below sees what was committed while this waited.
  perform from professionals where user_id = host for update;
  if not found then return; end if;
  with counted as (
    select min(start_at) filter (where state in ('scheduled', 'live')) as next_at, max(start_at) as latest_at, count(*)::int as total
    from classrooms where host_id = host and not private_mode and state <> 'cancelled')
  update professionals set next_classroom_at = next_at, latest_classroom_at = latest_at, classroom_count = total,
    classroom_rank = coalesce((extract(epoch from next_at) * 1000000)::bigint, 8000000000000000 - coalesce((extract(epoch from latest_at) * 1000000)::bigint, 0))
  from counted where user_id = host;
end $$;

create function professional_follow_classroom() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then perform count_classrooms_of(new.host_id); end if;
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.host_id <> new.host_id) then perform count_classrooms_of(old.host_id); end if;
  return null;
end $$;
create trigger professional_follow after insert or delete or update of host_id, state, start_at, private_mode on classrooms
  for each row execute function professional_follow_classroom();

create function professional_begin() returns trigger language plpgsql as $$
begin
  perform count_classrooms_of(new.user_id);
  return null;
end $$;
create trigger professional_begin after insert on professionals for each row execute function professional_begin();

select count_classrooms_of(user_id) from professionals;

create index professionals_by_classroom on professionals (classroom_rank, user_id) where verified_at is not null;
create index professionals_by_follower on users ((-follower_count::bigint), id) where role = 'professional';
create index professionals_by_age on users (created_at desc, id) where role = 'professional';
