import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { StaffEventRecord } from '@manabiba/shared/contract/staff-events';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../../platform/database/time-position';

interface StaffEventRow {
  id: string;
  title: string;
  state: ClassroomEvent['state'];
  start_at: Date;
  start_micros: number;
  organizer_id: string;
  nickname: string;
  org_name: string | null;
  seats: number | null;
  sold: number;
  held: number;
}

interface StaffEventsQuery {
  states: readonly ClassroomEvent['state'][];
  order: 'asc' | 'desc';
  /** Empty for all. */
  words: string;
  after: TimePosition | null;
  limit: number;
}

type RefundState = keyof StaffEventRecord['refunds'];
type RefundSum = StaffEventRecord['refunds']['paid'];

/** Matches a column whose index on grams has the same expression. */
const contains = (column: string, words: string) =>
  sql`search_grams(search_normal(${sql.ref(column)})) @@ search_query(search_normal(${words}))
    and strpos(search_normal(${sql.ref(column)}), search_normal(${words})) > 0`;

export type StaffEventsRepository = ReturnType<typeof createStaffEventsRepository>;

/** Events of all organizers, as the staff finds and knows them. */
export function createStaffEventsRepository(db: Db) {
  return {
    /** Lists events by their start. `words` are found in the title, the id, and the names of the organizer. */
    async list({ states, order, words, after, limit }: StaffEventsQuery): Promise<StaffEventRow[]> {
      const direction = sql.raw(order);
      const beyond = sql.raw(order === 'asc' ? '>' : '<');
      const found = sql`and e.id in (
        select id from events where id = ${words}
        union all select id from events where ${contains('title', words)}
        union all select id from events where organizer_id in (
          select id from users where ${contains('nickname', words)}
          union all select user_id from professionals where ${contains('org_name', words)}))`;
      const { rows } = await sql<StaffEventRow>`
        select e.id, e.title, e.state, e.start_at, ${toMicros('e.start_at')} as start_micros, e.organizer_id, u.nickname, o.org_name,
          t.seats, t.sold, t.held
        from events e join users u on u.id = e.organizer_id left join professionals o on o.user_id = e.organizer_id
        cross join lateral (
          select case when count(*) = count(quota) then coalesce(sum(quota), 0)::int end as seats,
            coalesce(sum(sold), 0)::int as sold, coalesce(sum(held), 0)::int as held
          from ticket_types where event_id = e.id and kind <> 'archive'
        ) t
        where e.state = any(${states}) ${words === '' ? sql`` : found}
          ${after ? sql`and (e.start_at, e.id) ${beyond} (${fromMicros(after.micros)}, ${after.id})` : sql``}
        order by e.start_at ${direction}, e.id ${direction} limit ${limit}`.execute(db);
      return rows;
    },

    /**
     * Counts what cancelling an event would end and pay back. The payment of further seats is with their buyer's, which
     * may have ended before them; of seats bought together, what those that have ended have kept is not paid back.
     */
    async cancellationOf(eventId: string): Promise<NonNullable<StaffEventRecord['cancellation']>> {
      const { rows } = await sql<NonNullable<StaffEventRecord['cancellation']>>`
        with seats as (
          select state, amount, coalesce(lead_id, id) as buyers_id from participations
          where event_id = ${eventId} and state in ('confirmed', 'joined', 'held', 'pending_payment', 'offered', 'waitlisted')),
        purchases as (
          select p.payments, case when exists (select from participations f where f.lead_id = s.buyers_id)
            then least(p.left_over, s.amount) else p.left_over end as refund
          from (select buyers_id, sum(amount) as amount from seats group by buyers_id) s cross join lateral (
            select count(*) as payments, sum(left_over) as left_over from (
              select p.amount - coalesce((select sum(r.amount) from refunds r where r.payment_id = p.id and r.state <> 'failed'), 0) as left_over
              from payments p where p.participation_id = s.buyers_id and p.kind = 'ticket' and p.state = 'paid'
            ) paid where left_over > 0
          ) p)
        select count(*) filter (where state in ('confirmed', 'joined'))::int as applications,
          count(*) filter (where state not in ('confirmed', 'joined'))::int as others,
          (select coalesce(sum(payments) filter (where refund > 0), 0)::int from purchases) as payments,
          (select coalesce(sum(refund), 0)::float8 from purchases) as refund
        from seats`.execute(db);
      return rows[0] ?? { applications: 0, others: 0, payments: 0, refund: 0 };
    },

    /** Sums the refunds of the tickets of an event by their state; states without any are left out. */
    async refundsOf(eventId: string): Promise<Map<RefundState, RefundSum>> {
      const { rows } = await sql<RefundSum & { state: RefundState }>`
        select r.state, count(*)::int as count, sum(r.amount)::float8 as amount
        from participations c join payments p on p.participation_id = c.id join refunds r on r.payment_id = p.id
        where c.event_id = ${eventId} group by r.state`.execute(db);
      return new Map(rows.map(({ state, ...refunds }) => [state, refunds]));
    },
  };
}
