import type { ClassroomState } from '@manabiba/shared/contract/classrooms';

import { blockedBy, isSchoolSeparated } from '../users/user-columns';
import { classroomColumns, classroomJoins, type ClassroomRow } from './classroom-row';

/** Which classrooms a list holds. */
export interface ClassroomFilter {
  state?: ClassroomState | undefined;
  hostId?: string | undefined;
  categoryId?: string | undefined;
  /** Only those that the viewer has reserved. */
  isReserved: boolean;
  /** Null for visitors. */
  viewerId: string | null;
  /** The viewer's school, when it keeps its pupils among themselves. */
  amongSchoolId: string | null;
}

/** The last row of the page before. The start is in microseconds since 1970: PostgreSQL keeps them, a Date does not. */
export interface ClassroomPosition {
  state: ClassroomState;
  startMicros: number;
  id: string;
}

export interface ClassroomListRow extends ClassroomRow {
  start_micros: number;
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** What a list without a state shows, in this order. Cancelled ones are asked for by name. */
const DEFAULT_STATES: readonly ClassroomState[] = ['live', 'scheduled', 'ended'];

/** The states of a list in the order in which it shows them. */
export const statesOf = ({ state }: Pick<ClassroomFilter, 'state'>): readonly ClassroomState[] =>
  state ? [state] : DEFAULT_STATES;

/** What is to come goes by its start, what is over begins with the newest. */
const isNewestFirst = (state: ClassroomState) => state === 'ended' || state === 'cancelled';

/** The order across branches: by state, then as each state goes. */
function orderOf(alias: string): string {
  const isToCome = `${alias}.state in ('live', 'scheduled')`;
  return `${alias}.rank, case when ${isToCome} then ${alias}.start_at end, case when ${isToCome} then ${alias}.id end,
      ${alias}.start_at desc, ${alias}.id desc`;
}

/** Collects values and gives their placeholders. */
function placeholders() {
  const values: unknown[] = [];
  return { values, add: (value: unknown) => `$${values.push(value)}` };
}

/** The conditions of a filter on the alias k, apart from the state. `viewer` is a placeholder, null for visitors. */
function conditionsOf(filter: ClassroomFilter, viewer: string | null, add: (value: unknown) => string): string[] {
  const conditions: string[] = [];
  if (filter.hostId !== undefined) conditions.push(`k.host_id = ${add(filter.hostId)}`);
  if (filter.categoryId !== undefined) conditions.push(`k.category_id = ${add(filter.categoryId)}`);
  if (filter.isReserved)
    conditions.push(`k.id in (select classroom_id from reservations where user_id = ${viewer ?? 'null'})`);
  return conditions;
}

/** Rooms of events are in no list. A private classroom is in no list but its host's and that of people who reserved it; what a school keeps apart is in none. */
function visibility(viewer: string | null): string {
  const isNear = `not ${isSchoolSeparated('k.host_id', viewer ?? 'null')}`;
  if (viewer === null) return `not k.private_mode and ${isNear}`;
  return `${isNear} and k.event_id is null and (not k.private_mode or k.host_id = ${viewer}
        or exists (select 1 from reservations r where r.classroom_id = k.id and r.user_id = ${viewer}))`;
}

/**
 * Leaves out classrooms of people whom the viewer has blocked. Not where the viewer asked for that very host, nor among
 * those that they have reserved themselves: a seat stays theirs to give back.
 */
function blockingOf({ hostId, isReserved }: ClassroomFilter, viewer: string | null): string[] {
  return viewer === null || hostId !== undefined || isReserved
    ? []
    : [`k.host_id <> all (array(${blockedBy(viewer)}))`];
}

/**
 * The one statement behind a list of classrooms: at most `limit` rows after a position, each with its host, the
 * viewer's role and reservation, and whether the viewer follows the host.
 *
 * Every state is a branch of its own that walks the index (state, start_at, id) and stops after `limit` rows, so a
 * page costs the same however many classrooms there are. The text depends on which filters are set, never on their
 * values: it is prepared once per connection.
 */
export function classroomListStatement(
  filter: ClassroomFilter,
  after: ClassroomPosition | null,
  limit: number,
): Statement {
  const { values, add } = placeholders();
  const viewer = filter.viewerId === null ? null : add(filter.viewerId);
  const max = add(limit);
  const conditions = [visibility(viewer), ...blockingOf(filter, viewer), ...conditionsOf(filter, viewer, add)];
  const position = after && { start: add(after.startMicros), id: add(after.id) };
  const states = statesOf(filter);
  const branches = states.slice(after ? states.indexOf(after.state) : 0).map((state, index) => {
    const [direction, beyond] = isNewestFirst(state) ? ['desc', '<'] : ['asc', '>'];
    const continued =
      position && index === 0
        ? [
            `(k.start_at, k.id) ${beyond} (timestamptz 'epoch' + ${position.start}::bigint * interval '1 microsecond', ${position.id})`,
          ]
        : [];
    return `(select ${index} as rank, k.* from classrooms k
      where k.state = '${state}' and ${[...conditions, ...continued].join('\n        and ')}
      order by k.start_at ${direction}, k.id ${direction} limit ${max})`;
  });
  const [only, ...more] = branches;
  // Joined is what is shown, not what every branch offers.
  const page =
    more.length === 0
      ? only
      : `select * from (${branches.join('\n    union all\n    ')}) u order by ${orderOf('u')} limit ${max}`;
  const text = `select ${classroomColumns(viewer)},
      (extract(epoch from c.start_at) * 1000000)::bigint as start_micros
    from (${page}) c
    ${classroomJoins(viewer)}
    order by ${orderOf('c')}`;
  return { text, values };
}

/** How many public classrooms a filter holds: the same for everybody, but for pupils whom their school keeps among themselves. */
export function publicCountStatement(filter: ClassroomFilter): Statement {
  const { values, add } = placeholders();
  const isNear =
    filter.amongSchoolId === null
      ? `not ${isSchoolSeparated('k.host_id', 'null')}`
      : `k.host_id in (select id from users where partner_school_id = ${add(filter.amongSchoolId)})`;
  const conditions = [
    stateCondition(filter),
    'not k.private_mode',
    isNear,
    ...conditionsOf({ ...filter, isReserved: false }, null, add),
  ];
  return { values, text: `select count(*)::int as total from classrooms k where ${conditions.join(' and ')}` };
}

/** How many a filter holds that only this viewer sees in it: private ones, or all when it asks for the reserved ones. */
export function ownCountStatement(filter: ClassroomFilter & { viewerId: string }): Statement {
  const { values, add } = placeholders();
  const viewer = add(filter.viewerId);
  const own = filter.isReserved
    ? []
    : [
        `k.private_mode and k.id in (
    select classroom_id from reservations where user_id = ${viewer}
    union select id from classrooms where host_id = ${viewer} and private_mode)`,
      ];
  const conditions = [
    stateCondition(filter),
    'k.event_id is null',
    `not ${isSchoolSeparated('k.host_id', viewer)}`,
    ...own,
    ...blockingOf(filter, viewer),
    ...conditionsOf(filter, viewer, add),
  ];
  return { values, text: `select count(*)::int as total from classrooms k where ${conditions.join(' and ')}` };
}

/** How many of the public ones the viewer does not meet, because they have blocked their hosts. */
export function blockedCountStatement(filter: ClassroomFilter & { viewerId: string }): Statement {
  const { values, add } = placeholders();
  const viewer = add(filter.viewerId);
  const conditions = [
    stateCondition(filter),
    'not k.private_mode',
    `not ${isSchoolSeparated('k.host_id', viewer)}`,
    `k.host_id in (${blockedBy(viewer)})`,
    ...conditionsOf(filter, viewer, add),
  ];
  return { values, text: `select count(*)::int as total from classrooms k where ${conditions.join(' and ')}` };
}

const stateCondition = (filter: ClassroomFilter) =>
  `k.state in (${statesOf(filter)
    .map((state) => `'${state}'`)
    .join(', ')})`;
