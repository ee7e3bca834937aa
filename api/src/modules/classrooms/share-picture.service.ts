import { sharePictureVersion } from '@manabiba/shared/contract/share-picture';

import { createBoundedQueue } from '../../platform/bounded-queue';
import type { Limiter } from '../../platform/security/limiter';
import { createReadyPictures } from '../../platform/storage/ready-pictures';
import type { ClassroomsService } from './classrooms.service';
import { drawSharePicture } from './draw-share-picture';

/** How many images are drawn at a time, and how many may wait. */
const DRAWING = { running: 1, waiting: 20 };
/** Rate limit of images that are not cached, per calling address. */
const DRAWN_PER_ADDRESS = { max: 60, windowSeconds: 60 };
const MAX_READY_BYTES = 16 * 1024 * 1024;

export type SharePictureService = ReturnType<typeof createSharePictureService>;

/** Share images of public classrooms. */
export function createSharePictureService({
  classrooms,
  limiter,
}: {
  classrooms: Pick<ClassroomsService, 'pictured'>;
  limiter: Limiter;
}) {
  const ready = createReadyPictures({ maxBytes: MAX_READY_BYTES });
  const enqueue = createBoundedQueue(DRAWING);
  return {
    /**
     * Returns the image of the classroom's current state, whatever version was requested; null for a classroom that is
     * not public. `isCurrent` tells whether it is the requested version.
     */
    async draw(id: string, version: string, address: string): Promise<{ bytes: Buffer; isCurrent: boolean } | null> {
      const classroom = await classrooms.pictured(id);
      if (!classroom) return null;
      const current = sharePictureVersion(classroom);
      const bytes = await ready.get(`${id}.${current}`, async () => {
        await limiter.consume(`draw-share:${address}`, DRAWN_PER_ADDRESS);
        return enqueue(() => drawSharePicture(classroom));
      });
      return bytes && { bytes, isCurrent: version === current };
    },
  };
}
