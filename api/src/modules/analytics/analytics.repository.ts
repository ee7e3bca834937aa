import type { AnalyticsEvent } from '@manabiba/shared/contract/analytics';
import type { Db } from '../../platform/db';

export type AnalyticsRepository = ReturnType<typeof createAnalyticsRepository>;

/** Rows of what was done. */
export function createAnalyticsRepository(db: Db) {
  return {
    async insert(events: readonly AnalyticsEvent[], sessionHash: string, at: Date) {
      await db.insertInto('analytics_events').values(events.map(({ name, label }) => ({ name, label, at, session_hash: sessionHash }))).execute();
    },
  };
}
