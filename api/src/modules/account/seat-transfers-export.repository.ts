import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';

/** Reads the seats that the user gives away or has given away, and those that they are offered or have taken over. */
export const readSeatTransfers = (db: Db, userId: string) =>
  db
    .selectFrom('seat_transfers')
    .select(['participation_id', 'is_gift', 'message', 'created_at', 'expires_at', 'accepted_at'])
    // Whoever typed the address has it already.
    .select((eb) => eb.case().when('from_user_id', '=', userId).then(eb.ref('email')).end().as('to_email'))
    .select(sql<boolean>`from_user_id = ${userId}`.as('is_own'))
    .where((eb) =>
      eb.or([
        eb('from_user_id', '=', userId),
        eb('to_user_id', '=', userId),
        eb(
          'email',
          '=',
          sql<string>`(select lower(email) from users where id = ${userId} and email_verified_at is not null)`,
        ),
      ]),
    )
    .execute();
