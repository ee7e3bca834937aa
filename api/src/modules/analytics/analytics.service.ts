import { ANALYTICS_DAYS, type AnalyticsCount, type AnalyticsEvent } from '@manabiba/shared/contract/analytics';
import { subHours } from 'date-fns';

import type { Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { deriveKey, keyedDigest } from '../../platform/security/text-encryption';
import { todayInJapan } from '../users/age';
import type { AnalyticsRepository } from './analytics.repository';

export type AnalyticsService = ReturnType<typeof createAnalyticsService>;

/** Retention in days: long enough to compare a year with the previous one. */
const KEPT_DAYS = 395;

/** Counts actions without identifying users: a session digest separates visits and cannot be reversed. */
export function createAnalyticsService({
  analytics,
  clock,
  secret,
}: {
  analytics: AnalyticsRepository;
  clock: Clock;
  secret: string;
}) {
  const key = deriveKey(secret, 'analytics');
  return {
    /**
     * Clients call this only after consent. Consecutive duplicates are written once; without a session it is
     * `unauthenticated`.
     */
    async record(viewer: Viewer, events: readonly AnalyticsEvent[]): Promise<void> {
      if (viewer.sessionId === null) throw new AppError('unauthenticated');
      const distinct = events.filter(
        ({ name, label }, index) => events[index - 1]?.name !== name || events[index - 1]?.label !== label,
      );
      await analytics.insert(distinct, keyedDigest(key, viewer.sessionId), clock.now());
    },

    /** Returns the counts of the last 30 days. */
    async counts(): Promise<{ today: string; items: AnalyticsCount[] }> {
      const now = clock.now();
      return {
        today: todayInJapan(now),
        items: await analytics.countSince(todayInJapan(subHours(now, (ANALYTICS_DAYS - 1) * 24))),
      };
    },

    /** Deletes events past the retention time. */
    removeStale: () => analytics.removeBefore(subHours(clock.now(), KEPT_DAYS * 24)),
  };
}
