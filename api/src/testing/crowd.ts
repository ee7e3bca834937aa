import { createSessionsRepository } from '../modules/sessions/sessions.repository';
import { createSessionsService } from '../modules/sessions/sessions.service';
import { inTransaction } from '../platform/database/transaction';
import type { TestApp, TestClient } from './start-test-app';

/** Inserts a number of signed-in students, for tests of concurrent access. */
export async function aCrowd(
  { db, clock, env, withToken }: TestApp,
  count: number,
): Promise<(TestClient & { id: string; token: string })[]> {
  const ids = Array.from({ length: count }, (_, index) => `usr_crowd_${index}`);
  await db
    .insertInto('users')
    .values(
      ids.map((id, index) => ({
        id,
        nickname: `学生${index}`,
        birth_date: '2008-06-01',
        state: 'active' as const,
        role: 'user' as const,
        email: `${id}@example.test`,
        email_verified_at: clock.now(),
        password_hash: null,
        partner_school_id: null,
        student_code: null,
        avatar_url: null,
        resubmit_reason: null,
        guardian_email: null,
        stripe_invoice_status: null,
      })),
    )
    .execute();
  const rules = { communicateMinAge: env.communicateMinAge, viewerCacheMs: 0, secret: env.sessionSecret };
  const sessions = await createSessionsService({ db, clock, repository: createSessionsRepository(db), ...rules });
  const previous = { kind: 'anonymous', id: null, sessionId: null, communicateMinAge: env.communicateMinAge } as const;
  return inTransaction(db, async (trx) => {
    const crowd = [];
    for (const id of ids) {
      const { token } = await sessions.openForPerson(trx, id, { userAgent: 'test', previous }, { method: 'password' });
      crowd.push({ ...withToken(token), id, token });
    }
    return crowd;
  });
}
