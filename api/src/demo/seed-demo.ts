import type { Pool, PoolClient } from 'pg';

import { createPasswords } from '../modules/auth/passwords';
import { fillCategories } from '../modules/categories/first-categories';
import { fillPlans } from '../modules/subscriptions/plans/first-plans';
import { DEMO_PASSWORD } from './demo-people';
import type { DemoPermission } from './demo-permission';
import { joinEventsAndRooms } from './join-events-and-rooms';
import { markPeople, markRooms } from './mark-live';
import { type DemoPlan, planDemo } from './plan/demo-plan';
import { planFollows } from './plan/follows';
import { planInvites, planOrganisations, planSchools } from './plan/people';
import { planSubscriptions } from './plan/subscriptions';
import { recount } from './recount';
import { changeDemo, insertRows } from './write-rows';

export interface DemoOptions {
  pool: Pool;
  now: Date;
  permission: DemoPermission;
}

/**
 * Fills an empty product with demo users and their content: all of it or, on an error, nothing. Does nothing when the
 * demo exists already.
 */
export async function seedDemo({
  pool,
  now,
  passwordHash,
}: DemoOptions & { passwordHash?: string }): Promise<{ isSeeded: boolean }> {
  const hash = passwordHash ?? (await createPasswords().hash(DEMO_PASSWORD));
  return changeDemo(pool, async (client) => {
    const { rows } = await client.query('select 1 from users where is_demo limit 1');
    if (rows.length > 0) return { isSeeded: false };
    await insertPlan(client, planDemo(now, hash), now);
    return { isSeeded: true };
  });
}

async function insertPlan(
  client: PoolClient,
  { people, series, classrooms, events, ratings, inbox }: DemoPlan,
  now: Date,
): Promise<void> {
  await insertRows(client, 'partner_schools', planSchools());
  await insertRows(client, 'school_invites', planInvites());
  await fillCategories(client);
  await fillPlans(client);
  await insertRows(
    client,
    'users',
    people.map(({ id, row }) => ({ ...row, notifications_seen_at: inbox.seenAt.get(id) ?? now })),
  );
  await insertRows(client, 'subscriptions', planSubscriptions(people, now));
  await insertRows(client, 'professionals', planOrganisations(now));
  await insertRows(client, 'follows', planFollows(people, now));
  await insertRows(client, 'series', series);
  await insertRows(
    client,
    'classrooms',
    classrooms.map(({ row }) => row),
  );
  await insertRows(
    client,
    'reservations',
    classrooms.flatMap(({ reservations }) => reservations),
  );
  await insertRows(
    client,
    'classroom_users',
    classrooms.flatMap(({ users }) => users),
  );
  await insertRows(
    client,
    'classroom_comments',
    classrooms.flatMap(({ comments }) => comments),
  );
  await insertRows(
    client,
    'events',
    events.map(({ row }) => row),
  );
  await joinEventsAndRooms(client);
  await insertRows(
    client,
    'ticket_types',
    events.flatMap(({ tickets }) => tickets),
  );
  await insertRows(
    client,
    'discount_codes',
    events.flatMap(({ discountCodes }) => discountCodes),
  );
  await insertRows(
    client,
    'invitations',
    events.flatMap(({ invitations }) => invitations),
  );
  await insertRows(
    client,
    'participations',
    events.flatMap(({ participations }) => participations),
  );
  await insertRows(
    client,
    'classroom_materials',
    events.flatMap(({ materials }) => materials),
  );
  await insertRows(client, 'ratings', ratings);
  await insertRows(client, 'notifications', inbox.notifications);
  await recount(client);
  await markPeople(client, [...inbox.seenAt.keys()], now);
  await markRooms(
    client,
    classrooms.filter(({ row }) => row.state === 'live').map(({ row }) => row.id),
    now,
  );
}
