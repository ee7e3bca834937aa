import { addMilliseconds, addMinutes, differenceInMilliseconds } from 'date-fns';
import type { Pool, PoolClient } from 'pg';

import { changed } from '../modules/classrooms/live-documents/room-documents';
import { createCausesRepository } from '../modules/notifications/fan-out/causes.repository';
import { kindsOutdatedBy } from '../modules/notifications/kinds/notification-kinds';
import { createDb } from '../platform/database/db';
import { inTransaction } from '../platform/database/transaction';
import { joinEventsAndRooms } from './join-events-and-rooms';
import { markLive, markPeople, markRooms } from './mark-live';
import { type DemoPlan, planDemo } from './plan/demo-plan';
import { at, lastFullFive } from './plan/japan-time';
import { planSubscriptions } from './plan/subscriptions';
import { recount } from './recount';
import type { DemoOptions } from './seed-demo';
import { demoSpeaker } from './speaker/demo-speaker';
import { changeDemo, updateRows } from './write-rows';

/** The dates and state that a demo classroom or event should have. */
interface Target {
  id: string;
  state: string;
  start_at: Date;
  end_at: Date;
  started_at?: Date | null;
  ended_at?: Date | null;
}

/**
 * Moves the demo's dates to around `now`: what was live is live again with its host present, what was upcoming is
 * upcoming.
 *
 * Later changes (comments, reservations, edited texts) stay and move along, but never into the future. A demo classroom
 * that a user ended or cancelled returns to its place: the demo is complete at every start.
 */
export async function redateDemo({ pool, now }: DemoOptions): Promise<void> {
  await changeDemo(pool, async (client) => {
    const plan = planDemo(now, null);
    await joinEventsAndRooms(client);
    await movePeople(client, plan, now);
    await moveClassrooms(
      client,
      plan.classrooms.map(({ row }) => row),
      now,
    );
    await moveEvents(
      client,
      plan.events.map(({ row }) => row),
      now,
    );
    await updateRows(
      client,
      'notifications',
      plan.inbox.notifications.map(({ id, created_at, body }) => ({ id, created_at, body })),
    );
    await recount(client);
    await markPeople(client, [...plan.inbox.seenAt.keys()], now);
  });
  await withdrawReminders(pool, now);
}

/** Withdraws reminders of the old starts, so that only those of the new ones remain. */
function withdrawReminders(pool: Pool, now: Date): Promise<void> {
  const db = createDb(pool);
  const outdated = { kinds: kindsOutdatedBy('eventRescheduled'), eventId: null };
  return inTransaction(db, (trx) => createCausesRepository(db).withdrawOutdated(trx, outdated, now));
}

/** How long before its end a demo room is restarted, in minutes. */
const RENEW_BEFORE_END_MINUTES = 2;
/** How far ahead unopened classrooms are moved: as far as the demo's timetable reaches. */
const TIMETABLE_DAYS = 10;

/**
 * Keeps a long-running demo alive: live rooms about to end restart, and what should have started but did not moves
 * ahead in the timetable. Anything that a user ended or cancelled stays so. Call about once a minute.
 */
export async function renewDemo({ pool, now }: DemoOptions): Promise<void> {
  await changeDemo(pool, async (client) => {
    const classrooms = await targetsIn(client, 'classrooms', now);
    const events = await targetsIn(client, 'events', now);
    await moveClassrooms(client, [...classrooms, ...(await roomsOf(client, events, now))], now);
    await moveEvents(client, events, now);
    if (classrooms.length + events.length > 0) await recount(client);
    await keepPresent(client, now);
  });
  await withdrawReminders(pool, now);
}

/** Returns where what is due belongs now. The room of an event moves with its event. */
async function targetsIn(client: PoolClient, table: 'classrooms' | 'events', now: Date): Promise<Target[]> {
  const isApart = table === 'classrooms' ? 'event_id is null' : 'true';
  const { rows } = await client.query<{ id: string; state: string; start_at: Date; end_at: Date }>(
    `select id, state, start_at, end_at from ${table} where is_demo and ${isApart} and (
      (state = 'live' and end_at <= $1::timestamptz + make_interval(mins => $2)) or (state in ('scheduled', 'open') and start_at <= $1))`,
    [now, RENEW_BEFORE_END_MINUTES],
  );
  return rows.map(({ id, state, start_at, end_at }) => {
    const startAt =
      state === 'scheduled'
        ? daysOn(start_at, now)
        : state === 'open'
          ? addMinutes(lastFullFive(now), 10)
          : lastFullFive(now);
    return {
      id,
      state,
      start_at: startAt,
      end_at: addMilliseconds(startAt, differenceInMilliseconds(end_at, start_at)),
      started_at: state === 'live' ? startAt : null,
      ended_at: null,
    };
  });
}

/** Returns the same for the rooms of these events: each is open, for as long as its event is. */
async function roomsOf(client: PoolClient, events: readonly Target[], now: Date): Promise<Target[]> {
  const { rows } = await client.query<{ id: string; event_id: string }>(
    'select id, event_id from classrooms where event_id = any($1)',
    [events.map(({ id }) => id)],
  );
  return rows.flatMap(({ id, event_id: eventId }) => {
    const event = events.find((each) => each.id === eventId);
    return event ? [{ ...event, id, state: 'live', started_at: event.started_at ?? lastFullFive(now) }] : [];
  });
}

/**
 * When a user signed in as the host of a live room leaves it, the demo takes the room back. The speaker of the demo comes
 * back when its process was interrupted.
 */
async function keepPresent(client: PoolClient, now: Date): Promise<void> {
  const { rows } = await client.query<{ classroom_id: string; user_id: string }>(
    `update classroom_users p set left_at = null, last_seen_at = null, joined_at = coalesce(p.joined_at, c.started_at) from classrooms c
     where c.id = p.classroom_id and c.is_demo and c.state = 'live'
       and (p.role = 'host' or p.user_id = $1) and (p.left_at is not null or p.joined_at is null)
     returning p.classroom_id, p.user_id`,
    [demoSpeaker.userId],
  );
  if (rows.length === 0) return;
  await recount(client);
  await markLive(
    client,
    rows.flatMap((row) => [changed.count(row.classroom_id), changed.user(row.classroom_id, row.user_id)]),
    now,
  );
}

function daysOn(start: Date, now: Date): Date {
  const timeMs = differenceInMilliseconds(start, at(start, 0, '0:00'));
  return addMilliseconds(at(now, TIMETABLE_DAYS, '0:00'), timeMs);
}

/** Ages stay constant, plans are extended, and a fully seen inbox stays fully seen. */
async function movePeople(client: PoolClient, { people, inbox }: DemoPlan, now: Date): Promise<void> {
  await updateRows(
    client,
    'users',
    people.map(({ id, row }) => ({ id, birth_date: row['birth_date'] })),
  );
  await movePlans(client, people, now);
  await client.query(
    `update users u set notifications_seen_at = case
       when u.notifications_seen_at >= (select max(created_at) from notifications n where n.user_id = u.id) then $2::timestamptz
       else given.notifications_seen_at end
     from json_populate_recordset(null::users, $1) given where given.id = u.id`,
    [JSON.stringify([...inbox.seenAt].map(([id, seenAt]) => ({ id, notifications_seen_at: seenAt }))), now],
  );
}

/** Extends the demo's plans of app stores. Those at the payment provider keep its dates. */
async function movePlans(client: PoolClient, people: DemoPlan['people'], now: Date): Promise<void> {
  const given = planSubscriptions(people, now).map(({ id, current_period_end }) => ({ id, current_period_end }));
  const { rows } = await client.query<{ id: string }>(
    `select id from subscriptions where id = any($1) and provider <> 'stripe'`,
    [given.map(({ id }) => id)],
  );
  const ofStores = new Set(rows.map(({ id }) => id));
  await updateRows(
    client,
    'subscriptions',
    given.filter(({ id }) => ofStores.has(id)),
  );
  await client.query(
    `update users u set subscription_expires_at = s.current_period_end from subscriptions s
     where s.user_id = u.id and s.id = any($1) and s.state <> 'cancelled'`,
    [[...ofStores]],
  );
}

/** Moves everything in a classroom by as much as its start. */
async function moveClassrooms(client: PoolClient, targets: readonly Target[], now: Date): Promise<void> {
  if (targets.length === 0) return;
  const given = JSON.stringify(targets);
  await client.query(
    `create temporary table moved on commit drop as
     select c.id, given.start_at - c.start_at as by from json_populate_recordset(null::classrooms, $1) given join classrooms c using (id) where c.is_demo`,
    [given],
  );
  await client.query(
    `update classrooms c set state = given.state, start_at = given.start_at, end_at = given.end_at, started_at = given.started_at, ended_at = given.ended_at,
       minutes_left = null, forgotten_at = null, is_guarded = false,
       created_at = least(c.created_at + moved.by, $2), updated_at = least(c.updated_at + moved.by, $2)
     from json_populate_recordset(null::classrooms, $1) given join moved using (id) where c.id = given.id`,
    [given, now],
  );
  await client.query(
    "update reservations r set created_at = least(created_at + by, $1) from moved where id = classroom_id and by <> interval '0'",
    [now],
  );
  // least() ignores null: what was never deleted or left must stay null.
  await client.query(
    `update classroom_comments k set created_at = least(created_at + by, $1), deleted_at = case when deleted_at is not null then least(deleted_at + by, $1) end
     from moved where moved.id = classroom_id and by <> interval '0'`,
    [now],
  );
  await client.query(
    `update ratings set created_at = least(created_at + by, $1), answered_at = case when answered_at is not null then least(answered_at + by, $1) end
     from moved where moved.id = classroom_id and by <> interval '0'`,
    [now],
  );
  await client.query(
    `update classroom_users set joined_at = case when joined_at is not null then least(joined_at + by, $1) end,
       left_at = case when left_at is not null then least(left_at + by, $1) end
     from moved where id = classroom_id and by <> interval '0'`,
    [now],
  );
  // The demo's own users are in its live rooms, however long ago that was.
  await client.query(
    `update classroom_users p set left_at = null, last_seen_at = null, joined_at = coalesce(p.joined_at, c.started_at)
     from moved join classrooms c using (id), users u
     where p.classroom_id = c.id and u.id = p.user_id and u.is_demo and u.password_hash is null and c.state = 'live'`,
  );
  await client.query(
    `update classroom_users p set left_at = null, last_seen_at = null, joined_at = coalesce(p.joined_at, c.started_at) from moved join classrooms c using (id)
     where p.classroom_id = c.id and p.role = 'host' and c.state = 'live'`,
  );
  await client.query(
    `update classroom_users p set joined_at = null, left_at = null, seconds_present = 0 from moved join classrooms c using (id)
     where p.classroom_id = c.id and p.role = 'host' and c.state in ('scheduled', 'cancelled')`,
  );
  await markRooms(
    client,
    targets.map(({ id }) => id),
    now,
  );
  await client.query('drop table moved');
}

/** Moves entry, sale and purchases by as much as the start. */
async function moveEvents(client: PoolClient, targets: readonly Target[], now: Date): Promise<void> {
  if (targets.length === 0) return;
  const given = JSON.stringify(targets);
  await client.query(
    `create temporary table moved on commit drop as
     select e.id, given.start_at - e.start_at as by from json_populate_recordset(null::events, $1) given join events e using (id) where e.is_demo`,
    [given],
  );
  await client.query(
    `update events e set state = given.state, start_at = given.start_at, end_at = given.end_at, entry_open_at = e.entry_open_at + moved.by,
       created_at = least(e.created_at + moved.by, $2), updated_at = least(e.updated_at + moved.by, $2)
     from json_populate_recordset(null::events, $1) given join moved using (id) where e.id = given.id`,
    [given, now],
  );
  await client.query(
    'update ticket_types t set sale_start_at = sale_start_at + by, sale_end_at = sale_end_at + by from moved where moved.id = event_id',
  );
  await client.query(
    `update participations p set created_at = least(created_at + by, $1), hold_expires_at = hold_expires_at + by
     from moved where moved.id = event_id and by <> interval '0'`,
    [now],
  );
  await client.query('drop table moved');
}
