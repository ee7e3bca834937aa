import type { Earning } from '@manabiba/shared/contract/earnings';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';
import { fromMicros, type TimePosition } from '../../platform/database/time-position';
import { earnedBy } from './earnings';

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

export type EarningsRepository = ReturnType<typeof createEarningsRepository>;

export function createEarningsRepository(db: Db) {
  return {
    /** Lists an organizer's sales by event and payouts, newest first. */
    async list(
      userId: string,
      { after, limit, now }: { after: TimePosition | null; limit: number; now: Date },
    ): Promise<EarningRow[]> {
      const beyond = after ? sql`where (s.occurred_at, s.id) < (${fromMicros(after.micros)}, ${after.id})` : sql``;
      const { rows } = await sql<EarningRow>`
        select s.*, (extract(epoch from s.occurred_at) * 1000000)::bigint as occurred_micros from (
          select event_id || case when is_settled then '_settled' else '_pending' end as id, 'sales' as type, title, event_id,
            (count(*) filter (where left_over > 0))::int as tickets, sum(net)::float8 as amount, sum(refunded)::float8 as refunded,
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
