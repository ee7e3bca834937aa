import { randomUUID } from 'node:crypto';

import { addDays } from 'date-fns';
import type { Insertable } from 'kysely';

import { newId } from '../../../../platform/ids';
import type { SeatTransfersTable } from '../../../../tables/events';
import type { TestApp } from '../../../../testing/start-test-app';
import { createGuestTokens } from '../../guest-tokens';

type RowInput = Partial<Insertable<SeatTransfersTable>> &
  Pick<Insertable<SeatTransfersTable>, 'participation_id' | 'from_user_id'>;

/** Inserts an open offer of a seat. Returns its id, and the token of its link. */
export async function insertSeatOffer(
  { db, env, clock }: Pick<TestApp, 'db' | 'env' | 'clock'>,
  given: RowInput,
): Promise<{ id: string; token: string }> {
  const tokens = createGuestTokens(env.sessionSecret, 'seat transfers');
  const id = newId('trf');
  const token = tokens.tokenOf(id);
  const now = clock.now();
  await db
    .insertInto('seat_transfers')
    .values({
      id,
      email: `${randomUUID()}@example.test`,
      token_hash: tokens.hashOf(token),
      expires_at: addDays(now, 3),
      created_at: now,
      ...given,
    })
    .execute();
  return { id, token };
}
