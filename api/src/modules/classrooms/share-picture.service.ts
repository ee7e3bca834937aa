import { sharePictureVersion } from '@manabiba/shared/contract/share-picture';

import { createBoundedQueue } from '../../platform/bounded-queue';
import type { Limiter } from '../../platform/security/limiter';
import { createReadyPictures } from '../../platform/storage/ready-pictures';
import type { ClassroomsService } from './classrooms.service';
import { drawSharePicture } from './draw-share-picture';

/** Pictures that are drawn at once, and that may wait for it. */
const DRAWING = { running: 1, waiting: 20 };
/** Pictures that are not ready, by the address of whoever asks. */
const DRAWN_PER_ADDRESS = { max: 60, windowSeconds: 60 };
const MAX_READY_BYTES = 16 * 1024 * 1024;

export type SharePictureService = ReturnType<typeof createSharePictureService>;

/** Pictures of the links of classrooms that everybody may see. */
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
     * The picture as the classroom is now, whatever version was asked for; null for a classroom that not everybody may
     * see. `isCurrent`: it is the one that was asked for.
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
