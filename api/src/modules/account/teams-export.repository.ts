import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';

/** Reads the events and series that the user helps with or is invited to, and what they did and was done to them there. */
export async function readTeams(db: Db, userId: string) {
  return {
    teams: await db
      .selectFrom('team_members')
      .select(['event_id', 'series_id', 'roles', 'invited_at', 'joined_at', 'expires_at'])
      .where((eb) =>
        eb.or([
          eb('user_id', '=', userId),
          eb(
            'email',
            '=',
            sql<string>`(select lower(email) from users where id = ${userId} and email_verified_at is not null)`,
          ),
        ]),
      )
      .execute(),
    teamActs: await db
      .selectFrom('team_acts')
      .select(['event_id', 'series_id', 'act', 'detail', 'created_at', sql<boolean>`user_id = ${userId}`.as('is_own')])
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('person_id', '=', userId)]))
      .orderBy('created_at')
      .execute(),
  };
}
