import type { AnalyticsEvent } from '@manabiba/shared/contract/analytics';
import { AppError } from '../../http/app-error';
import type { Viewer } from '../../http/viewer';
import type { Clock } from '../../platform/clock';
import { deriveKey, keyedDigest } from '../../platform/sealed-text';
import type { AnalyticsRepository } from './analytics.repository';

export type AnalyticsService = ReturnType<typeof createAnalyticsService>;

/** Counts what is done, without saying by whom: a session's digest tells visits apart and cannot be turned back. */
export function createAnalyticsService({ analytics, clock, secret }: { analytics: AnalyticsRepository; clock: Clock; secret: string }) {
  const key = deriveKey(secret, 'analytics');
  return {
    /** Clients call this only after consent. The same thing twice in a row is written once; without a session it is `unauthenticated`. */
    async record(viewer: Viewer, events: readonly AnalyticsEvent[]): Promise<void> {
      if (viewer.sessionId === null) throw new AppError('unauthenticated');
      const distinct = events.filter(({ name, label }, index) => events[index - 1]?.name !== name || events[index - 1]?.label !== label);
      await analytics.insert(distinct, keyedDigest(key, viewer.sessionId), clock.now());
    },
  };
}
