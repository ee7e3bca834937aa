import type { AnalyticsCount, AnalyticsEvent } from '@manabiba/shared/contract/analytics';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';

export type AnalyticsRepository = ReturnType<typeof createAnalyticsRepository>;

/** Repository of recorded analytics events. */
export function createAnalyticsRepository(db: Db) {
  return {
    async insert(events: readonly AnalyticsEvent[], sessionHash: string, at: Date) {
      await db
        .insertInto('analytics_events')
        .values(events.map(({ name, label }) => ({ name, label, at, session_hash: sessionHash })))
        .execute();
    },

    /** Counts by day in Japan, from this day on. */
    async countSince(day: string): Promise<AnalyticsCount[]> {
      const { rows } = await sql<AnalyticsCount>`
        select to_char(at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day, name, label, count(*)::int as count
        from analytics_events where at >= (${day}::date::timestamp at time zone 'Asia/Tokyo')
        group by 1, 2, 3 order by 1 desc, 4 desc, 2, 3`.execute(db);
      return rows;
    },

    async removeBefore(moment: Date) {
      await db.deleteFrom('analytics_events').where('at', '<', moment).execute();
    },
  };
}
