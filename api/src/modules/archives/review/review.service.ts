import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { publish } from '../../../platform/events/domain-events';
import { eventStates } from '../../events/life/event-states.service';
import type { ArchivesService } from '../archives.service';
import { type ReviewedArchive, reviewRepository } from './review.repository';

/** How many archives one transaction publishes. */
const AT_ONCE = 50;

interface ReviewDeps {
  archives: Pick<ArchivesService, 'get'>;
  write: Write;
  clock: Clock;
}

export type ReviewService = ReturnType<typeof createReviewService>;

/** The days between composing and publication, in which the host and the speakers look at an archive. */
export function createReviewService({ archives, write, clock }: ReviewDeps) {
  async function release(
    trx: Trx,
    archive: Pick<ReviewedArchive, 'id' | 'source' | 'source_id'>,
    now: Date,
  ): Promise<void> {
    const { id, source, source_id: sourceId } = archive;
    await reviewRepository.publish(trx, archive, now);
    if (source === 'event') await eventStates.archive(trx, sourceId, now);
    await publish(trx, 'archivePublished', { archiveId: id });
  }

  return {
    /** Publishes what has been reviewed long enough. */
    async publishDue(): Promise<void> {
      for (let count = AT_ONCE; count === AT_ONCE;)
        count = await write(async (trx) => {
          const now = clock.now();
          const due = await reviewRepository.lockDue(trx, now, AT_ONCE);
          for (const archive of due) await release(trx, archive, now);
          return due.length;
        });
    },

    /**
     * Publishes an archive before its review is over. Only its host may, and only when nobody else was recorded
     * (`role_required`): the speakers have the whole time. `not_open` while there is nothing to publish.
     */
    async publishNow(viewer: SignedInViewer, id: string) {
      await archives.get(viewer, id);
      await write(async (trx) => {
        const archive = await reviewRepository.lock(trx, id);
        if (!archive) throw new AppError('not_found');
        if (archive.host_id !== viewer.id) throw new AppError('not_owner');
        if (archive.published_at !== null) throw new AppError('already');
        if (archive.state !== 'ready') throw new AppError('not_open');
        if (archive.other_speakers > 0) throw new AppError('role_required');
        await release(trx, archive, clock.now());
      });
      return archives.get(viewer, id);
    },
  };
}
