import type { DemoDatabase } from './start-demo-database';

/** Each query finds rows that break a rule of the demo; `$1` is the time as of which it was dated. */
const rules: Record<string, string> = {
  'followers are counted': `select id from users u where is_demo and (follower_count, following_count) is distinct from
    ((select count(*)::int from follows where followee_id = u.id), (select count(*)::int from follows where follower_id = u.id))`,
  'seats, people and comments are counted': `select id from classrooms c where is_demo and (reserved_count, comment_count, participant_count) is distinct from (
    (select count(*)::int from reservations where classroom_id = c.id),
    (select count(*)::int from classroom_comments where classroom_id = c.id and deleted_at is null),
    (select count(*)::int from classroom_users where classroom_id = c.id and joined_at is not null and (c.state = 'ended' or left_at is null)))`,
  'tickets are counted': `select id from ticket_types t where (sold, held) is distinct from (
    (select count(*)::int from participations where ticket_type_id = t.id and state in ('confirmed', 'joined')),
    (select count(*)::int from participations where ticket_type_id = t.id and state in ('held', 'pending_payment')))`,
  'participants are counted': `select id from events e where participant_count is distinct from
    (select count(*)::int from participations where event_id = e.id and route <> 'archive' and state in ('confirmed', 'joined'))`,
  'live rooms are going on, with their host in them': `select id from classrooms c where is_demo and state = 'live' and not (
    started_at <= $1 and end_at > $1::timestamptz + interval '1 minute' and (started_at = start_at or event_id is not null) and ended_at is null
    and exists (select 1 from classroom_users where classroom_id = c.id and user_id = c.host_id and role = 'host' and joined_at <= $1 and left_at is null))`,
  'what is to come is to come, within days, at decent hours': `select id from classrooms where is_demo and state = 'scheduled' and event_id is null and not (
    start_at >= $1::timestamptz + interval '9 minutes' and start_at <= $1::timestamptz + interval '12 days' and started_at is null
    and (start_at at time zone 'Asia/Tokyo')::time between '6:00' and '22:30')`,
  'what is over is over': `select id from classrooms where is_demo and state = 'ended' and not (ended_at <= $1 and end_at <= $1)`,
  'classrooms last 45 minutes': `select id from classrooms where is_demo and event_id is null and end_at - start_at <> interval '45 minutes'`,
  'events stand where their state says': `select id from events where is_demo and not case state
    when 'live' then start_at <= $1 and end_at > $1 when 'open' then entry_open_at <= $1 and start_at > $1
    when 'ended' then end_at <= $1 when 'archived' then end_at <= $1 else start_at > $1::timestamptz + interval '1 day' end`,
  'an event that is open or live has a room of its own, which follows it': `select e.id from events e left join classrooms c on c.id = e.classroom_id
    where e.is_demo and e.state in ('open', 'live') and ((c.event_id, c.state, c.name, c.start_at, c.end_at, c.host_id, c.private_mode, c.audience_mode)
      is distinct from (e.id, 'live', e.title, e.start_at, e.end_at, e.organizer_id, true, true) or c.private_key is not null)`,
  'dates of a series that are events have their rooms': `select c.id from classrooms c join events e on e.id = c.event_id
    where c.is_demo and c.series_id is not null and ((c.state, c.name, c.start_at, c.end_at, c.host_id, c.private_mode, c.audience_mode)
      is distinct from ('scheduled', e.title, e.start_at, e.end_at, e.organizer_id, true, true) or c.private_key is not null)`,
  'a room for ticket holders has its event': `select id from classrooms where is_demo and description like '%お席をお持ちの方だけ%' and event_id is null`,
  'people say thanks after the end, and talk of a class that runs after its start': `
    select k.id from classroom_comments k join classrooms c on c.id = k.classroom_id where c.is_demo
      and ((c.state = 'ended' and k.created_at < c.end_at) or (c.state = 'live' and k.created_at < c.start_at))`,
  'nothing was said, kept, joined, bought or told in the future': `
    select id from classroom_comments where created_at > $1 or deleted_at > $1 or deleted_at < created_at
    union all select classroom_id from reservations where created_at > $1
    union all select classroom_id from classroom_users where joined_at > $1 or left_at > $1 or left_at < joined_at
    union all select id from participations where created_at > $1
    union all select id from notifications where created_at > $1
    union all select id from classrooms where created_at > $1 or created_at > start_at
    union all select id from users where created_at > $1`,
  'seats were kept before the start': `select r.classroom_id from reservations r join classrooms c on c.id = r.classroom_id where r.created_at < c.created_at`,
  'nobody is in two rooms at once': `select user_id from classroom_users u join classrooms c on c.id = u.classroom_id
    where c.state = 'live' and joined_at is not null and left_at is null group by user_id having count(*) > 1`,
  'people of 12 or under are not followed, say nothing, only listen, follow professionals only': `
    with child as (select id from users where role = 'user' and birth_date > ($1::timestamptz at time zone 'Asia/Tokyo')::date - interval '13 years')
    select f.follower_id from follows f join child on child.id = f.followee_id
    union all select user_id from classroom_comments join child on child.id = user_id
    union all select user_id from classroom_users join child on child.id = user_id where classroom_users.role <> 'listener'
    union all select host_id from classrooms join child on child.id = host_id
    union all select f.follower_id from follows f join child on child.id = f.follower_id join users u on u.id = f.followee_id where u.role <> 'professional'`,
  'classrooms for students hold students': `
    with grown as (select id from users where role <> 'user' or birth_date <= ($1::timestamptz at time zone 'Asia/Tokyo')::date - interval '25 years')
    select user_id from reservations r join classrooms c on c.id = r.classroom_id join grown on grown.id = r.user_id where not c.all_users
    union all select user_id from classroom_users p join classrooms c on c.id = p.classroom_id join grown on grown.id = p.user_id
      where not c.all_users and p.role <> 'host'`,
  'adults open classrooms to all': `select c.id from classrooms c join users u on u.id = c.host_id
    where not all_users and u.role <> 'professional' and birth_date <= ($1::timestamptz at time zone 'Asia/Tokyo')::date - interval '25 years'`,
  'hosts keep no seat in their own': `select r.user_id from reservations r join classrooms c on c.id = r.classroom_id where c.host_id = r.user_id`,
  'what inboxes lead to is there': `select id from notifications where user_id in (select id from users where is_demo) and not (
    url in ('/', '/classrooms') or split_part(url, '/', 2) in ('classrooms', 'events', 'users')
      and split_part(url, '/', 3) in (select id from classrooms union all select id from events union all select id from users))`,
  'inboxes tell of no archive: none can be watched yet': `select id from notifications where kind = 'eventArchived' or body like '%アーカイブ%'`,
  'who is said to follow does follow': `select n.id from notifications n where kind = 'userFollow' and actor_id is not null
    and not exists (select 1 from follows where follower_id = actor_id and followee_id = user_id)`,
  'a changed start tells the start': `select n.id from notifications n join classrooms c on c.id = split_part(n.url, '/', 3)
    where n.kind = 'changeClassroomTime' and split_part(n.body, '/', 2)::timestamptz <> c.start_at`,
  'sale ends by the start': `select t.id from ticket_types t join events e on e.id = t.event_id where sale_end_at > start_at or sale_start_at >= sale_end_at`,
};

/** Returns the broken rules with their number of violations; empty when there are none. */
export async function findFlaws(database: DemoDatabase, now: Date): Promise<string[]> {
  const flaws = await Promise.all(
    Object.entries(rules).map(async ([rule, text]) => {
      const values = text.includes('$1') ? [now] : [];
      const rows = await database.query(text, values);
      return rows.length > 0 ? [`${rule}: ${rows.length}, such as ${JSON.stringify(rows[0])}`] : [];
    }),
  );
  return flaws.flat();
}
