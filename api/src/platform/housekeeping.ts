import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';

import type { Clock } from './clock';
import type { Db } from './db';
import { deleteOldDomainEvents } from './domain-events';
import { markChangedSessions } from './live-outbox';
import { forgetOldMails } from './mailer';

const EVERY_MS = 10 * 60_000;
const KEYS_KEPT_MS = 24 * 3_600_000;
/** Sessions stay for a while after their end: a stolen refresh token that comes late is still recognised. */
const ENDED_SESSIONS_KEPT_MS = 7 * 86_400_000;
const VISITORS_KEPT_MS = 60 * 86_400_000;

/** Deletes what has served its time: counters, idempotency keys, ended sessions, visitors who never came back. */
export async function cleanUp(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db.deleteFrom('rate_limits').where('resets_at', '<', now).execute();
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before(KEYS_KEPT_MS)).execute();
  await sql`with gone as (
      delete from sessions where expires_at < ${before(ENDED_SESSIONS_KEPT_MS)} or revoked_at < ${before(ENDED_SESSIONS_KEPT_MS)} returning id, user_id)
    ${markChangedSessions(sql`select id, user_id from gone`, now)}`.execute(db);
  await db.deleteFrom('account_links').where('expires_at', '<', before(KEYS_KEPT_MS)).execute();
  await forgetOldMails(db, now);
  await deleteOldDomainEvents(db, now);
  await db
    .deleteFrom('anonymous_visitors')
    .where('last_seen_at', '<', before(VISITORS_KEPT_MS))
    .where('became_user_id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('sessions').select('id').whereRef('sessions.anonymous_id', '=', 'anonymous_visitors.id'),
        ),
      ),
    )
    .execute();
}

interface HousekeepingDeps {
  db: Db;
  clock: Clock;
  logger: FastifyBaseLogger;
  /** What modules have to do now and then. */
  upkeep: () => Promise<void>;
}

/** Cleans up every ten minutes until stopped. Several instances may do so at once: deleting twice is deleting. */
export function startHousekeeping({ db, clock, logger, upkeep }: HousekeepingDeps): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = cleanUp(db, clock.now())
      .then(upkeep)
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'cleaning up failed');
      });
  }, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
