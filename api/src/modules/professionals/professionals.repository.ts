import type { ProfessionalSort } from '@manabiba/shared/contract/professionals';
import { type RawBuilder, type Selectable, sql } from 'kysely';

import type { Db } from '../../platform/database/db';
import type { ProfessionalsTable } from '../../tables/users';
import { hostTotals } from '../ratings/rating-average';
import { type UserRow, userSelection } from '../users/user-columns';

export type ProfessionalRow = UserRow &
  Omit<Selectable<ProfessionalsTable>, 'user_id' | 'verified_at'> & {
    verified_at: Date;
    next_classroom_at: Date | null;
    classroom_count: number;
    /** The ratings of everything that they have hosted, and their stars. */
    rating_totals: number[];
    rank: number;
  };

interface ListQuery {
  sort: ProfessionalSort;
  viewerId: string | null;
  after: { rank: number; id: string } | null;
  limit: number;
}

/**
 * Larger than any timestamp in microseconds that the product will see: sorts professionals without an upcoming
 * classroom last.
 */
const NO_CLASSROOM_AHEAD = 8_000_000_000_000_000;
const micros = (time: RawBuilder<unknown>) => sql<number>`(extract(epoch from ${time}) * 1000000)::bigint`;

/** Ascending sort key for each order, so that the cursor needs no other value. */
const ranks: Record<ProfessionalSort, RawBuilder<number>> = {
  classroom: sql<number>`coalesce(${micros(sql`rooms.next_at`)}, ${sql.lit(NO_CLASSROOM_AHEAD)} - coalesce(${micros(sql`rooms.latest_at`)}, 0))`,
  follower: sql<number>`-u.follower_count::bigint`,
  new: sql<number>`-${micros(sql`u.created_at`)}`,
};

export type ProfessionalsRepository = ReturnType<typeof createProfessionalsRepository>;

/** Professionals with figures from their classrooms. Private classrooms are excluded. */
export function createProfessionalsRepository(db: Db) {
  const selectListed = (sort: ProfessionalSort, viewerId: string | null) =>
    db
      .selectFrom('users as u')
      .innerJoin('professionals as p', 'p.user_id', 'u.id')
      .leftJoinLateral(
        sql<{ next_at: Date | null; latest_at: Date | null; room_count: number }>`(
        select min(start_at) filter (where state in ('scheduled', 'live')) as next_at, max(start_at) as latest_at, count(*)::int as room_count
        from classrooms c where c.host_id = u.id and not c.private_mode and c.state <> 'cancelled')`.as('rooms'),
        (join) => join.onTrue(),
      )
      .select(userSelection('u', '', viewerId))
      .select(['p.org_name', 'p.org_url', 'p.invoice_registration_no', 'p.category_ids', 'p.verified_at'])
      .select([
        sql<Date | null>`rooms.next_at`.as('next_classroom_at'),
        sql<number>`rooms.room_count`.as('classroom_count'),
        ranks[sort].as('rank'),
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
      const listed = selectListed(sort, viewerId);
      return db
        .selectFrom(listed.as('listed'))
        .selectAll()
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(rank, id) > (${after?.rank ?? 0}::bigint, ${after?.id ?? ''})`),
        )
        .orderBy('rank')
        .orderBy('id')
        .limit(limit)
        .execute() as unknown as Promise<ProfessionalRow[]>;
    },
  };
}
