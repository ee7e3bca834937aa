import type { Pool } from 'pg';

import { createSessionsRepository } from '../../../api/src/modules/sessions/sessions.repository';
import { createSessionsService } from '../../../api/src/modules/sessions/sessions.service';
import { systemClock } from '../../../api/src/platform/clock';
import { createDb } from '../../../api/src/platform/database/db';
import { inTransaction } from '../../../api/src/platform/database/transaction';

/** Opens a session for each of these people. Returns their tokens, in the same order. */
export async function sessionsOf(pool: Pool, ids: readonly string[], secret: string): Promise<string[]> {
  const db = createDb(pool);
  const sessions = await createSessionsService({
    db,
    clock: systemClock,
    secret,
    repository: createSessionsRepository(db),
    communicateMinAge: 13,
    viewerCacheMs: 0,
  });
  const previous = { kind: 'anonymous', id: null, sessionId: null, communicateMinAge: 13 } as const;
  return inTransaction(db, async (trx) => {
    const tokens = [];
    for (const id of ids)
      tokens.push(
        (await sessions.openForPerson(trx, id, { userAgent: 'bench', previous }, { method: 'password' })).token,
      );
    return tokens;
  });
}
