import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import { markChangedSessions } from '../../sessions/session-documents';

/** Where a user is present, and what their sessions listen to. */
export const departuresRepository = {
  /**
   * Returns rooms that a user is in or waits for, and unfinished classrooms that they host, always in the same order
   * for locking.
   */
  async findPlaces(trx: Trx, userId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from classrooms where host_id = ${userId} and state in ('scheduled', 'live')
      union
      select classroom_id from classroom_users
      where user_id = ${userId} and (waiting_since is not null or (joined_at is not null and left_at is null))
      order by id`.execute(trx);
    return rows.map(({ id }) => id);
  },

  /** Returns rooms that a user is in or waits for, always in the same order for locking. */
  async findPresence(trx: Trx, userId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select classroom_id as id from classroom_users
      where user_id = ${userId} and (waiting_since is not null or (joined_at is not null and left_at is null))
      order by id`.execute(trx);
    return rows.map(({ id }) => id);
  },

  /**
   * Returns the live rooms whose host or co-host one user is and where another one is or waits, always in the same
   * order for locking.
   */
  async findModeratedPresence(trx: Trx, moderatorId: string, userId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select c.id from classroom_users them
      join classrooms c on c.id = them.classroom_id and c.state = 'live'
      join classroom_users me on me.classroom_id = c.id and me.user_id = ${moderatorId}
        and me.role in ('host', 'co_host') and me.kicked_at is null
      where them.user_id = ${userId}
        and (them.waiting_since is not null or (them.joined_at is not null and them.left_at is null))
      order by c.id`.execute(trx);
    return rows.map(({ id }) => id);
  },

  async endListening(trx: Trx, userId: string, now: Date): Promise<void> {
    await markChangedSessions(sql`select id, user_id from sessions where user_id = ${userId}`, now).execute(trx);
  },
};
