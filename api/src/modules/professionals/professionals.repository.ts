import type { ProfessionalSort } from '@manabiba/shared/contract/professionals';
import { type RawBuilder, type Selectable, sql } from 'kysely';

import type { Db } from '../../platform/database/db';
import { fromMicros, toMicros } from '../../platform/database/time-position';
import type { ProfessionalsTable } from '../../tables/users';
import { hostTotals } from '../ratings/rating-average';
import { type UserRow, userSelection } from '../users/user-columns';

export type ProfessionalRow = UserRow &
  Pick<
    Selectable<ProfessionalsTable>,
    'org_name' | 'org_url' | 'invoice_registration_no' | 'category_ids' | 'next_classroom_at' | 'classroom_count'
  > & {
    verified_at: Date;
    /** The ratings of everything that they have hosted, and their stars. */
    rating_totals: number[];
    rank: number;
  };

interface ListQuery {
  sort: ProfessionalSort;
  viewerId: string | null;
  after: Position | null;
  limit: number;
}

/** A position in the list: the rank and id of a row. */
interface Position {
  rank: number;
  id: string;
}

interface Order {
  /** Ascending sort key, so that the cursor needs no other value. */
  rank: RawBuilder<number>;
  /** What the rows are sorted by, as an index has it. */
  by: RawBuilder<unknown>;
  isAfter: (position: Position) => RawBuilder<boolean>;
}

const orders: Record<ProfessionalSort, Order> = {
  classroom: orderBy(sql<number>`p.classroom_rank`, sql`p.user_id`),
  follower: orderBy(sql<number>`(-u.follower_count::bigint)`, sql`u.id`),
  new: {
    rank: sql`-${toMicros('u.created_at')}`,
    by: sql`u.created_at desc, u.id`,
    isAfter: ({ rank, id }) =>
      sql`(u.created_at <= ${fromMicros(-rank)} and (u.created_at < ${fromMicros(-rank)} or u.id > ${id}))`,
  },
};

function orderBy(rank: RawBuilder<number>, id: RawBuilder<unknown>): Order {
  return {
    rank,
    by: sql`${rank}, ${id}`,
    isAfter: (after) => sql`(${rank}, ${id}) > (${after.rank}::bigint, ${after.id})`,
  };
}

export type ProfessionalsRepository = ReturnType<typeof createProfessionalsRepository>;

/** Professionals with figures from their classrooms. Private classrooms are excluded. */
export function createProfessionalsRepository(db: Db) {
  const selectListed = (sort: ProfessionalSort, viewerId: string | null) =>
    db
      .selectFrom('users as u')
      .innerJoin('professionals as p', 'p.user_id', 'u.id')
      .select(userSelection('u', '', viewerId))
      .select(['p.org_name', 'p.org_url', 'p.invoice_registration_no', 'p.category_ids', 'p.verified_at'])
      .select([
        'p.next_classroom_at',
        'p.classroom_count',
        orders[sort].rank.as('rank'),
        sql<number[]>`${sql.raw(hostTotals('u.id'))}`.as('rating_totals'),
      ])
      .where('u.role', '=', 'professional')
      .where('u.state', 'not in', ['withdrawn', 'suspended'])
      .where('p.verified_at', 'is not', null);

  return {
    /** Finds professionals by id, in no particular order. */
    findMany(ids: readonly string[], viewerId: string | null): Promise<ProfessionalRow[]> {
      return selectListed('new', viewerId)
        .where('u.id', '=', sql<string>`any(${ids})`)
        .execute() as unknown as Promise<ProfessionalRow[]>;
    },

    list({ sort, viewerId, after, limit }: ListQuery): Promise<ProfessionalRow[]> {
      const { by, isAfter } = orders[sort];
      return selectListed(sort, viewerId)
        .$if(after !== null, (query) => query.where(isAfter(after as Position)))
        .orderBy(by)
        .limit(limit)
        .execute() as unknown as Promise<ProfessionalRow[]>;
    },
  };
}
