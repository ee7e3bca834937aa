import type { Earning } from '@manabiba/shared/contract/earnings';
import { TRANSFER_DELAY_DAYS } from '@manabiba/shared/contract/limits';
import { subHours } from 'date-fns';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';
import { fromMicros, type TimePosition } from '../../platform/database/time-position';

/** The sales of one event, or a payout. Of an event whose sales are partly settled there are two. */
export interface EarningRow {
  id: string;
  type: Earning['type'];
  /** Empty for a payout. */
  title: string;
  event_id: string | null;
  tickets: number;
  amount: number;
  refunded: number;
  state: Earning['state'];
  occurred_at: Date;
  occurred_micros: number;
}

/**
 * What an organizer earns from each paid ticket, after platform fee and refunds, in yen. Settled earnings, of events
 * that ended long enough ago or of archive tickets bought long enough ago, can be transferred. Of a cancelled event, only
 * what earlier cancellations by participants left is earned; a refund that is still owed is never settled.
 */
export const earnedBy = (sellerId: string, now: Date) => {
  const settledBefore = subHours(now, TRANSFER_DELAY_DAYS * 24);
  return sql`(
    select e.id as event_id, e.title, e.start_at, left_over, p.amount - left_over as refunded,
      greatest(e.end_at, case when c.route = 'archive' then c.confirmed_at end) <= ${settledBefore} and c.state <> 'refund_pending'
        and not exists (select from participations f where f.lead_id = c.id and f.state = 'refund_pending')
        and (e.state in ('ended', 'archived') or (e.state = 'cancelled' and (c.state = 'cancelled' or c.state = 'refunded' and exists (select from participations f where f.lead_id = c.id)))) as is_settled,
      greatest(1, (select count(*) from participations f where (f.id = c.id or f.lead_id = c.id) and f.state not in ('refund_pending', 'refunded'))) as seats,
      left_over - (p.fee::bigint * left_over / p.amount) as net
    from payments p
      join participations c on c.id = p.participation_id
      join events e on e.id = c.event_id
      cross join lateral (
        select p.amount - coalesce(sum(r.amount), 0) as left_over from refunds r where r.payment_id = p.id and r.state <> 'failed'
      ) l
    where p.seller_id = ${sellerId} and p.state = 'paid'
  )`;
};

export type EarningsRepository = ReturnType<typeof createEarningsRepository>;

export function createEarningsRepository(db: Db) {
  return {
    async ofEvent(sellerId: string, eventId: string, now: Date): Promise<{ settled: number; pending: number }> {
      const { rows } = await sql<{ settled: number; pending: number }>`
        select coalesce(sum(net) filter (where is_settled), 0)::float8 as settled,
          coalesce(sum(net) filter (where not is_settled), 0)::float8 as pending
        from ${earnedBy(sellerId, now)} earned where event_id = ${eventId}`.execute(db);
      return rows[0] ?? { settled: 0, pending: 0 };
    },

    /** Lists an organizer's sales by event and payouts, newest first. */
    async list(
      userId: string,
      { after, limit, now }: { after: TimePosition | null; limit: number; now: Date },
    ): Promise<EarningRow[]> {
      const beyond = after ? sql`where (s.occurred_at, s.id) < (${fromMicros(after.micros)}, ${after.id})` : sql``;
      const { rows } = await sql<EarningRow>`
        select s.*, (extract(epoch from s.occurred_at) * 1000000)::bigint as occurred_micros from (
          select event_id || case when is_settled then '_settled' else '_pending' end as id, 'sales' as type, title, event_id,
            coalesce(sum(seats) filter (where left_over > 0), 0)::int as tickets, sum(net)::float8 as amount, sum(refunded)::float8 as refunded,
            case when sum(left_over) = 0 then 'refunded' when is_settled then 'settled' else 'pending' end as state,
            start_at as occurred_at
          from ${earnedBy(userId, now)} earned group by event_id, title, start_at, is_settled
          union all
          select id, 'payout', '', null, 0, amount, 0, case when state = 'pending' then 'transferring' else state end,
            coalesce(done_at, created_at)
          from payouts where user_id = ${userId}
        ) s ${beyond} order by s.occurred_at desc, s.id desc limit ${limit}`.execute(db);
      return rows;
    },
  };
}
