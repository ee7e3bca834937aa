import type { watchArchive } from '@manabiba/shared/contract/archives';
import { subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';
import type * as z from 'zod/mini';

import { personIdOf, type SessionViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { WatchingRepository } from './watching.repository';

/** How long a watch is remembered for recommendations, in milliseconds. */
const WATCHES_KEPT_MS = 90 * millisecondsInDay;

interface WatchingDeps {
  watching: WatchingRepository;
  clock: Clock;
}

export type WatchingService = ReturnType<typeof createWatchingService>;

/** Watch counts and resume positions. */
export function createWatchingService({ watching, clock }: WatchingDeps) {
  return {
    /**
     * Keeps the viewer's position and counts the watch if it is one. `not_found` for an archive that the viewer cannot
     * find, `subscription_required` for one that they may not watch.
     */
    async watch(viewer: SessionViewer, archiveId: string, body: z.output<(typeof watchArchive)['body']>) {
      const outcome = await watching.watch({
        archiveId,
        viewerId: viewer.id,
        personId: personIdOf(viewer),
        now: clock.now(),
        ...body,
      });
      if (!outcome) throw new AppError('not_found');
      if (!outcome.can_watch) throw new AppError('subscription_required');
      return { counted: outcome.counted, watchCount: outcome.watch_count };
    },

    removeStale: (now: Date) => watching.removeWatchesBefore(subMilliseconds(now, WATCHES_KEPT_MS)),
  };
}
