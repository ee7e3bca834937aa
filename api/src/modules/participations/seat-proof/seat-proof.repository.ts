import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';

/** Tickets whose counters differ from their participations or exceed the seats. */
const WRONG = sql`
  select t.id, t.quota, t.sold, t.held, coalesce(c.sold, 0) as counted_sold, coalesce(c.held, 0) as counted_held
  from ticket_types t left join (
    select ticket_type_id, count(*) filter (where state in ('confirmed', 'joined'))::int as sold,
      count(*) filter (where state in ('held', 'pending_payment', 'offered'))::int as held
    from participations where state in ('held', 'pending_payment', 'offered', 'confirmed', 'joined') group by ticket_type_id
  ) c on c.ticket_type_id = t.id
  where t.sold <> coalesce(c.sold, 0) or t.held <> coalesce(c.held, 0) or t.sold + t.held > t.quota
    or coalesce(c.sold, 0) + coalesce(c.held, 0) > t.quota`;

export type SeatProofRepository = ReturnType<typeof createSeatProofRepository>;

/** Repository of seat checks and their findings. */
export function createSeatProofRepository(db: Db) {
  return {
    /**
     * Counts everything in one statement, which sees one snapshot. Records each violation once, and when it is
     * resolved.
     */
    async check(trx: Trx, now: Date): Promise<void> {
      await sql`
        with wrong as materialized (${WRONG}),
        resolved as (
          update seat_violations set resolved_at = ${now} where resolved_at is null and ticket_type_id not in (select id from wrong)
        ),
        found as (
          insert into seat_violations (ticket_type_id, quota, sold, held, counted_sold, counted_held, found_at)
          select id, quota, sold, held, counted_sold, counted_held, ${now} from wrong
          on conflict (ticket_type_id) where resolved_at is null do nothing
        ),
        checked as (
          select count(*)::int as ticket_types, coalesce(sum(sold + held), 0)::int as seats, (select count(*)::int from wrong) as violations
          from ticket_types
        )
        insert into seat_checks (checked_at, ticket_types, seats, violations, clean_since)
        select ${now}::timestamptz, ticket_types, seats, violations, case when violations = 0 then ${now}::timestamptz end from checked
        on conflict (is_last) do update set checked_at = excluded.checked_at, ticket_types = excluded.ticket_types,
          seats = excluded.seats, violations = excluded.violations,
          clean_since = case when excluded.violations = 0 then coalesce(seat_checks.clean_since, excluded.clean_since) end`.execute(
        trx,
      );
    },

    async read() {
      const check = await db.selectFrom('seat_checks').selectAll().executeTakeFirst();
      const history = await db
        .selectFrom('seat_violations as v')
        .leftJoin('ticket_types as t', 't.id', 'v.ticket_type_id')
        .leftJoin('events as e', 'e.id', 't.event_id')
        .selectAll('v')
        .select(['e.id as event_id', 'e.title', 't.name as ticket_name'])
        .orderBy('v.found_at', 'desc')
        .orderBy('v.id', 'desc')
        .limit(20)
        .execute();
      return { check, history };
    },
  };
}
