import { sql } from 'kysely';

import { AppError } from '../app-error';
import type { Clock } from '../clock';
import type { Db } from '../database/db';
import { outsideUnit } from '../database/unit-of-work';

/** So many times within so many seconds. */
export interface Limit {
  max: number;
  windowSeconds: number;
}

export interface Limiter {
  /** Counts one use of the bucket; the use beyond the limit is `rate_limited` with the time until the window ends. */
  consume(bucket: string, limit: Limit): Promise<void>;
  /** Counts likewise, but returns the seconds until the next use (0: this one is within the limit) instead of throwing. */
  count(bucket: string, limit: Limit): Promise<number>;
  /** Forgets what was counted. */
  reset(bucket: string): Promise<void>;
}

/**
 * Counts in PostgreSQL, so that every instance of the api counts together. What is counted stays counted, whatever is
 * rolled back around it.
 */
export function createLimiter({ db, clock }: { db: Db; clock: Clock }): Limiter {
  async function countNow(bucket: string, { max, windowSeconds }: Limit): Promise<number> {
    const now = clock.now();
    const resetsAt = new Date(now.getTime() + windowSeconds * 1000);
    const row = await db
      .insertInto('rate_limits')
      .values({ bucket, count: 1, resets_at: resetsAt })
      .onConflict((conflict) =>
        conflict
          .column('bucket')
          .doUpdateSet({
            count: sql`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.count + 1 end`,
            resets_at: sql`case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end`,
          }),
      )
      .returning(['count', 'resets_at'])
      .executeTakeFirstOrThrow();
    return row.count > max ? secondsUntil(row.resets_at, now) : 0;
  }

  const count = (bucket: string, limit: Limit) => outsideUnit(() => countNow(bucket, limit));

  return {
    count,
    async consume(bucket, limit) {
      const retryAfterSeconds = await count(bucket, limit);
      if (retryAfterSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds });
    },
    async reset(bucket) {
      await outsideUnit(() => db.deleteFrom('rate_limits').where('bucket', '=', bucket).execute());
    },
  };
}

const secondsUntil = (then: Date, now: Date) => Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000));

/** Deletes counters whose window is over. */
export async function deleteExpiredLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<', now).execute();
}
