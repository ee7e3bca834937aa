import type { ClassroomState } from '@manabiba/shared/contract/classrooms';
import { addMinutes } from 'date-fns';

import { blockedBy, isSchoolSeparated } from '../users/user-columns';
import { classroomColumns, classroomJoins, type ClassroomRow } from './classroom-row';

/** The filter of a classroom list. */
export interface ClassroomFilter {
  state?: ClassroomState | undefined;
  hostId?: string | undefined;
  categoryId?: string | undefined;
  /** Only classrooms that the viewer has reserved. */
  isReserved: boolean;
  /** Null for anonymous viewers. */
  viewerId: string | null;
  /** The viewer's school, if it keeps its pupils separate. */
  amongSchoolId: string | null;
}

/**
 * The last row of the previous page. The start is in microseconds since 1970: PostgreSQL keeps them, a Date does not.
 */
export interface ClassroomPosition {
  state: ClassroomState;
  startMicros: number;
  id: string;
  /** The classrooms that led the first page, which the rest of the live ones leave out. */
  leadIds: readonly string[];
}

export interface ClassroomListRow extends ClassroomRow {
  start_micros: number;
  /** The place among the leading classrooms, from 1; null for the others. */
  lead_place: number | null;
}

/** How many classrooms lead a list: the large card of the top page and the four next to it. */
const MAX_LEADS = 5;

/** A leading classroom has at least this much time left, so that it does not end right after somebody joins. */
const MIN_MINUTES_LEFT = 10;

export interface Statement {
  text: string;
  values: unknown[];
}

/** What a list without a state shows, in this order. Cancelled ones must be requested explicitly. */
const DEFAULT_STATES: readonly ClassroomState[] = ['live', 'scheduled', 'ended'];

/** Returns the states of a list in display order. */
export const statesOf = ({ state }: Pick<ClassroomFilter, 'state'>): readonly ClassroomState[] =>
  state ? [state] : DEFAULT_STATES;

/** Upcoming classrooms are sorted by start; all others newest first, which for live ones is the most time left. */
const isNewestFirst = (state: ClassroomState) => state !== 'scheduled';

/** The order across branches: the leading ones, then by state and by the order of each state. */
function orderOf(alias: string): string {
  const isToCome = `${alias}.state = 'scheduled'`;
  return `${alias}.rank, ${alias}.lead_place,
      case when ${isToCome} then ${alias}.start_at end, case when ${isToCome} then ${alias}.id end,
      ${alias}.start_at desc, ${alias}.id desc`;
}

/** Collects values and returns their placeholders. */
function placeholders() {
  const values: unknown[] = [];
  return { values, add: (value: unknown) => `$${values.push(value)}` };
}

/**
 * Returns the conditions of a filter on the alias k, apart from the state. `viewer` is a placeholder, null for
 * anonymous viewers.
 */
function conditionsOf(filter: ClassroomFilter, viewer: string | null, add: (value: unknown) => string): string[] {
  const conditions: string[] = [];
  if (filter.hostId !== undefined) conditions.push(`k.host_id = ${add(filter.hostId)}`);
  if (filter.categoryId !== undefined) conditions.push(`k.category_id = ${add(filter.categoryId)}`);
  if (filter.isReserved)
    conditions.push(`k.id in (select classroom_id from reservations where user_id = ${viewer ?? 'null'})`);
  return conditions;
}

/**
 * Event rooms are never listed. A private classroom is listed only for its host and those who reserved it; classrooms
 * separated by a school are hidden.
 */
function visibility(viewer: string | null): string {
  const isNear = `not ${isSchoolSeparated('k.host_id', viewer ?? 'null')}`;
  if (viewer === null) return `not k.private_mode and ${isNear}`;
  return `${isNear} and k.event_id is null and (not k.private_mode or k.host_id = ${viewer}
        or exists (select 1 from reservations r where r.classroom_id = k.id and r.user_id = ${viewer}))`;
}

/**
 * Leaves out classrooms of hosts whom the viewer has blocked, except when the viewer filters by that host or by their
 * own reservations: users must be able to cancel a reservation.
 */
function blockingOf({ hostId, isReserved }: ClassroomFilter, viewer: string | null): string[] {
  return viewer === null || hostId !== undefined || isReserved
    ? []
    : [`k.host_id <> all (array(${blockedBy(viewer)}))`];
}

/**
 * Builds the single statement behind a list of classrooms: at most `limit` rows after a position, each with its host,
 * the viewer's role and reservation, and whether the viewer follows the host. The last row only says that there are
 * more.
 *
 * A list with live classrooms begins with those of the largest audience that have time left. Audiences change from
 * second to second, so they decide the first page only; everything after it is in an order that never changes, without
 * the leading ones, which the position names. No row comes twice and none is missed.
 *
 * Each state is a branch of its own that walks the index (state, start_at, id) and stops after `limit` rows; only the
 * leading ones are chosen among all that are live. The text depends on which filters are set, never on their values, so
 * it is prepared once per connection.
 */
export function classroomListStatement(
  filter: ClassroomFilter,
  after: ClassroomPosition | null,
  limit: number,
  now: Date,
): Statement {
  const { values, add } = placeholders();
  const viewer = filter.viewerId === null ? null : add(filter.viewerId);
  const max = add(limit);
  const conditions = [visibility(viewer), ...blockingOf(filter, viewer), ...conditionsOf(filter, viewer, add)];
  const position = after && { start: add(after.startMicros), id: add(after.id) };
  const states = statesOf(filter);
  const hasLeads = after === null && states.includes('live');
  const lead = hasLeads
    ? `with lead as materialized (select 0 as rank,
        row_number() over (order by k.participant_count desc, k.start_at desc, k.id)::int as lead_place, k.*
      from classrooms k
      where k.state = 'live' and ${conditions.join('\n        and ')}
        and k.end_at >= ${add(addMinutes(now, MIN_MINUTES_LEFT))}
      order by lead_place limit ${add(Math.min(MAX_LEADS, limit - 1))})`
    : '';
  const branches = states.slice(after ? states.indexOf(after.state) : 0).map((state, index) => {
    const [direction, beyond] = isNewestFirst(state) ? ['desc', '<'] : ['asc', '>'];
    const continued =
      position && index === 0
        ? [
            `(k.start_at, k.id) ${beyond} (timestamptz 'epoch' + ${position.start}::bigint * interval '1 microsecond', ${position.id})`,
          ]
        : [];
    const withoutLeads =
      state !== 'live'
        ? []
        : [hasLeads ? 'k.id not in (select id from lead)' : `k.id <> all (${add(after?.leadIds ?? [])}::text[])`];
    return `(select ${index + 1} as rank, null::int as lead_place, k.* from classrooms k
      where k.state = '${state}' and ${[...conditions, ...continued, ...withoutLeads].join('\n        and ')}
      order by k.start_at ${direction}, k.id ${direction} limit ${max})`;
  });
  if (hasLeads) branches.unshift('(select * from lead)');
  const [only, ...more] = branches;
  // Joins only the rows of the page, not those of every branch.
  const page =
    more.length === 0
      ? only
      : `select * from (${branches.join('\n    union all\n    ')}) u order by ${orderOf('u')} limit ${max}`;
  const text = `${lead} select ${classroomColumns(viewer)}, c.lead_place,
      (extract(epoch from c.start_at) * 1000000)::bigint as start_micros
    from (${page}) c
    ${classroomJoins(viewer)}
    order by ${orderOf('c')}`;
  return { text, values };
}

/** Counts the public classrooms of a filter: the same for everyone except pupils of a separating school. */
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

/** Counts what only this viewer sees in a filter: private classrooms, or all when it filters by reserved ones. */
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

/** Counts the public classrooms hidden from the viewer because they blocked the host. */
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
