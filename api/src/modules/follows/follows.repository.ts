import { sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../platform/database/time-position';
import { type UserRow, userSelection } from '../users/user-columns';

export type ListedRow = UserRow & { listed_micros: number };

/** The columns of each list: its owner, and its entries. */
const lists = {
  followers: { table: 'follows', owner: 'followee_id', listed: 'follower_id' },
  following: { table: 'follows', owner: 'follower_id', listed: 'followee_id' },
  blocked: { table: 'user_blocks', owner: 'blocker_id', listed: 'blocked_id' },
} as const;
export type PeopleList = keyof typeof lists;

interface ListQuery {
  list: PeopleList;
  /** The owner of the list. */
  personId: string;
  viewerId: string | null;
  /** Users born after this day are left out, unless they are professionals. */
  bornBy: string | null;
  after: TimePosition | null;
  limit: number;
}

export type FollowsRepository = ReturnType<typeof createFollowsRepository>;

/** Repository of follows and blocks. The counts on users change with the rows, in the same transaction. */
export function createFollowsRepository(db: Db) {
  return {
    find(id: string) {
      return db
        .selectFrom('users')
        .select(['id', 'role', 'state', 'birth_date', 'follower_count'])
        .where('id', '=', id)
        .executeTakeFirst();
    },

    async isBlockedBetween(trx: Trx, a: string, b: string): Promise<boolean> {
      const row = await trx
        .selectFrom('user_blocks')
        .select('blocker_id')
        .where((eb) => eb.or([eb.and({ blocker_id: a, blocked_id: b }), eb.and({ blocker_id: b, blocked_id: a })]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Locks both rows, always in the same order, so that users who follow each other concurrently do not deadlock. */
    async lockBoth(trx: Trx, a: string, b: string) {
      await trx.selectFrom('users').select('id').where('id', 'in', [a, b]).orderBy('id').forNoKeyUpdate().execute();
    },

    /** Returns false when it was already so. */
    async follow(trx: Trx, followerId: string, followeeId: string, now: Date): Promise<boolean> {
      const row = await trx
        .insertInto('follows')
        .values({ follower_id: followerId, followee_id: followeeId, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('follower_id')
        .executeTakeFirst();
      if (row) await moveCounts(trx, followerId, followeeId, 1);
      return row !== undefined;
    },

    /** Returns false when it was already so. */
    async unfollow(trx: Trx, followerId: string, followeeId: string): Promise<boolean> {
      const row = await trx
        .deleteFrom('follows')
        .where('follower_id', '=', followerId)
        .where('followee_id', '=', followeeId)
        .returning('follower_id')
        .executeTakeFirst();
      if (row) await moveCounts(trx, followerId, followeeId, -1);
      return row !== undefined;
    },

    async followerCount(trx: Trx, id: string): Promise<number> {
      return (await trx.selectFrom('users').select('follower_count').where('id', '=', id).executeTakeFirstOrThrow())
        .follower_count;
    },

    async block(trx: Trx, blockerId: string, blockedId: string, now: Date) {
      await trx
        .insertInto('user_blocks')
        .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async unblock(blockerId: string, blockedId: string) {
      await db
        .deleteFrom('user_blocks')
        .where('blocker_id', '=', blockerId)
        .where('blocked_id', '=', blockedId)
        .execute();
    },

    /** Returns the ids of users that someone has blocked, latest first. */
    async blockedBy(blockerId: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('user_blocks')
        .select('blocked_id')
        .where('blocker_id', '=', blockerId)
        .orderBy('created_at', 'desc')
        .orderBy('blocked_id')
        .limit(limit)
        .execute();
      return rows.map(({ blocked_id: id }) => id);
    },

    list({ personId, list, viewerId, bornBy, after, limit }: ListQuery): Promise<ListedRow[]> {
      const { table, owner, listed } = lists[list];
      const entries = sql<{
        owner: string;
        listed: string;
        created_at: Date;
      }>`(select ${sql.ref(owner)} as owner, ${sql.ref(listed)} as listed, created_at from ${sql.table(table)})`;
      return db
        .selectFrom(entries.as('l'))
        .innerJoin('users as u', 'u.id', 'l.listed')
        .select(userSelection('u', '', viewerId))
        .select(toMicros('l.created_at').as('listed_micros'))
        .where('l.owner', '=', personId)
        .where('u.state', '<>', 'withdrawn')
        .$if(bornBy !== null, (query) =>
          query.where((eb) => eb.or([eb('u.birth_date', '<=', bornBy ?? ''), eb('u.role', '=', 'professional')])),
        )
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(l.created_at, u.id) < (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`),
        )
        .orderBy('l.created_at', 'desc')
        .orderBy('u.id', 'desc')
        .limit(limit)
        .execute() as Promise<ListedRow[]>;
    },
  };
}

async function moveCounts(trx: Trx, followerId: string, followeeId: string, by: 1 | -1): Promise<void> {
  await sql`update users set
    following_count = following_count + case when id = ${followerId} then ${by}::int else 0 end,
    follower_count = follower_count + case when id = ${followeeId} then ${by}::int else 0 end
    where id in (${followerId}, ${followeeId})`.execute(trx);
}
