import type { StaffPayout } from '@manabiba/shared/contract/staff-money';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../../platform/database/time-position';

interface PayoutsQuery {
  states: readonly StaffPayout['state'][];
  after: TimePosition | null;
  limit: number;
}

export type StaffPayoutsRepository = ReturnType<typeof createStaffPayoutsRepository>;

/** Transfers to all organizers. */
export function createStaffPayoutsRepository(db: Db) {
  return {
    list: ({ states, after, limit }: PayoutsQuery) =>
      db
        .selectFrom('payouts as p')
        .innerJoin('users as u', 'u.id', 'p.user_id')
        .select([
          'p.id',
          'p.user_id',
          'u.nickname',
          'p.amount',
          'p.state',
          'p.refusals',
          'p.failure_reason',
          'p.created_at',
          'p.done_at',
          toMicros('p.created_at').as('created_micros'),
        ])
        .where('p.state', 'in', [...states])
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(p.created_at, p.id) < (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`),
        )
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id', 'desc')
        .limit(limit)
        .execute(),
  };
}
