import type { TeamAct } from '@manabiba/shared/contract/teams';
import { type Insertable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../platform/database/time-position';
import type { TeamActsTable } from '../../tables/teams';
import { type UserRow, userSelection } from '../users/user-columns';
import type { TeamKind } from './team-kinds';

/** An act with the columns of the actor, which are null when there is none. */
export interface TeamLogRow extends UserRow {
  act_id: string;
  act: TeamAct;
  detail: string;
  /** The member or participant whom it was done to, in words. */
  target: string | null;
  act_created_at: Date;
  act_micros: number;
}

export type TeamLogRepository = ReturnType<typeof createTeamLogRepository>;

/** What was done with an event or a series, by whom. */
export function createTeamLogRepository(db: Db, { column }: Pick<TeamKind<never>, 'column'>) {
  return {
    async insert(trx: Trx, id: string, row: Insertable<TeamActsTable>): Promise<void> {
      await trx
        .insertInto('team_acts')
        .values({ ...row, [column]: id })
        .execute();
    },

    /** Returns a page, latest first. */
    list: (
      id: string,
      { viewerId, after, limit }: { viewerId: string; after: TimePosition | null; limit: number },
    ): Promise<TeamLogRow[]> =>
      db
        .selectFrom('team_acts as a')
        .leftJoin('users as u', 'u.id', 'a.user_id')
        .leftJoin('participations as p', 'p.id', 'a.participation_id')
        .leftJoin('users as t', (join) => join.onRef('t.id', '=', sql<string>`coalesce(a.person_id, p.user_id)`))
        .select(userSelection('u', '', viewerId))
        .select([
          'a.id as act_id',
          'a.act',
          'a.detail',
          'a.created_at as act_created_at',
          toMicros('a.created_at').as('act_micros'),
          sql<
            string | null
          >`case when t.state = 'withdrawn' then '退会したユーザー' else coalesce(t.nickname || 'さん', p.guest_email, p.companion_name || 'さん') end`.as(
            'target',
          ),
        ])
        .where(`a.${column}`, '=', id)
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(a.created_at, a.id) < (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`),
        )
        .orderBy('a.created_at', 'desc')
        .orderBy('a.id', 'desc')
        .limit(limit)
        .execute() as unknown as Promise<TeamLogRow[]>,
  };
}
