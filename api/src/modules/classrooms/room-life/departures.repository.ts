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

  async endListening(trx: Trx, userId: string, now: Date): Promise<void> {
    await markChangedSessions(sql`select id, user_id from sessions where user_id = ${userId}`, now).execute(trx);
  },
};
