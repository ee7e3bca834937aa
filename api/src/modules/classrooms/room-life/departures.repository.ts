import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import { markChangedSessions } from '../../sessions/session-documents';

/** Where somebody is, and what they listen to. */
export const departuresRepository = {
  /** Rooms that somebody is in or waits for, and classrooms of theirs that are not over; always in the same order, as they are locked one after another. */
  async findPlaces(trx: Trx, userId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from classrooms where host_id = ${userId} and state in ('scheduled', 'live')
      union
      select classroom_id from classroom_users
      where user_id = ${userId} and (waiting_since is not null or (joined_at is not null and left_at is null))
      order by id`.execute(trx);
    return rows.map(({ id }) => id);
  },

  async endListening(trx: Trx, userId: string, now: Date): Promise<void> {
    await markChangedSessions(sql`select id, user_id from sessions where user_id = ${userId}`, now).execute(trx);
  },
};
