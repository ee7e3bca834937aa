import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';

interface AuditQuery {
  who?: string | undefined;
  action?: string | undefined;
  subjectId?: string | undefined;
  /** Id of the last entry that was read. */
  before: number | null;
  limit: number;
}

export type AuditLogRepository = ReturnType<typeof createAuditLogRepository>;

/** The log of staff actions, to read. */
export function createAuditLogRepository(db: Db) {
  return {
    list: ({ who, action, subjectId, before, limit }: AuditQuery) =>
      db
        .selectFrom('audit_log as l')
        .leftJoin('users as actor', 'actor.id', 'l.who')
        .leftJoin('users as subject', 'subject.id', 'l.subject_id')
        .select([
          sql<number>`l.id::int`.as('id'),
          'l.at',
          'l.who',
          'l.action',
          'l.subject_id',
          'l.detail',
          'l.before',
          'l.after',
          'actor.nickname as who_name',
          'subject.nickname as subject_name',
        ])
        .$if(who !== undefined, (query) => query.where('l.who', '=', who ?? ''))
        .$if(action !== undefined, (query) => query.where('l.action', '=', action ?? ''))
        .$if(subjectId !== undefined, (query) => query.where('l.subject_id', '=', subjectId ?? ''))
        .$if(before !== null, (query) => query.where('l.id', '<', before ?? 0))
        .orderBy('l.id', 'desc')
        .limit(limit)
        .execute(),

    /** Returns everybody in the log: one look into the index for each, however long the log is. */
    async listActors(): Promise<{ who: string; name: string | null }[]> {
      const { rows } = await sql<{ who: string; name: string | null }>`
        with recursive actors as (
          (select who from audit_log order by who limit 1)
          union all
          select (select l.who from audit_log l where l.who > actors.who order by l.who limit 1)
          from actors where actors.who is not null
        )
        select actors.who, users.nickname as name from actors left join users on users.id = actors.who
        where actors.who is not null order by users.nickname nulls last, actors.who`.execute(db);
      return rows;
    },
  };
}
