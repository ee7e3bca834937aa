import { addSeconds, differenceInSeconds } from 'date-fns';
import { CompiledQuery } from 'kysely';

import { AppError } from '../app-error';
import type { Clock } from '../clock';
import type { Db, Trx } from '../database/db';
import { outsideUnit } from '../database/unit-of-work';

/** A rate limit: at most `max` uses per window in seconds. */
export interface Limit {
  max: number;
  windowSeconds: number;
}

export interface Limiter {
  /**
   * Counts one use of the bucket; throws `rate_limited` above the limit, with the time until the window ends. With a
   * transaction, only what it commits is counted.
   */
  consume(bucket: string, limit: Limit, trx?: Trx): Promise<void>;
  /**
   * Counts one use, but returns the seconds until the next allowed one (0 when within the limit) instead of throwing.
   */
  count(bucket: string, limit: Limit, trx?: Trx): Promise<number>;
  /** Resets the bucket's counter; with a transaction, when that commits. */
  reset(bucket: string, trx?: Trx): Promise<void>;
}

// Built once: every write is counted, and building the statement costs as much as sending it.
const COUNT = `insert into rate_limits as kept (bucket, count, resets_at) values ($1, 1, $2)
  on conflict (bucket) do update set
    count = case when kept.resets_at <= $3 then 1 else kept.count + 1 end,
    resets_at = case when kept.resets_at <= $3 then excluded.resets_at else kept.resets_at end
  returning count, resets_at`;

/**
 * Counts in PostgreSQL, so that all instances of the api share the counters. A count survives the rollback of a unit of work.
 */
export function createLimiter({ db, clock }: { db: Db; clock: Clock }): Limiter {
  async function countOn(on: Db, bucket: string, { max, windowSeconds }: Limit): Promise<number> {
    const now = clock.now();
    const resetsAt = addSeconds(now, windowSeconds);
    const { rows } = await on.executeQuery(CompiledQuery.raw(COUNT, [bucket, resetsAt, now]));
    const [{ count: uses, resets_at: keptUntil }] = rows as [{ count: number; resets_at: Date }];
    return uses > max ? secondsUntil(keptUntil, now) : 0;
  }

  const count = (bucket: string, limit: Limit, trx?: Trx) =>
    trx ? countOn(trx, bucket, limit) : outsideUnit(() => countOn(db, bucket, limit));

  return {
    count,
    async consume(bucket, limit, trx) {
      const retryAfterSeconds = await count(bucket, limit, trx);
      if (retryAfterSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds });
    },
    async reset(bucket, trx) {
      const remove = (on: Db) => on.deleteFrom('rate_limits').where('bucket', '=', bucket).execute();
      await (trx ? remove(trx) : outsideUnit(() => remove(db)));
    },
  };
}

const secondsUntil = (then: Date, now: Date) => Math.max(1, differenceInSeconds(then, now, { roundingMethod: 'ceil' }));

/** Deletes counters whose window has ended. */
export async function deleteExpiredLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<', now).execute();
}
