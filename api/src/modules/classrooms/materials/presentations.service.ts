import type { presentMaterial } from '@manabiba/shared/contract/classroom-materials';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Write } from '../../../platform/database/transaction';
import { requireModerator, requireParticipant, requireRoom } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import type { MaterialsRepository } from './materials.repository';
import type { PresentationsRepository } from './presentations.repository';

const OTHER = 'ほかの方が資料を表示しています。終わってから始めてください。';

interface PresentationsDeps {
  presentations: PresentationsRepository;
  materials: Pick<MaterialsRepository, 'find'>;
  rooms: Pick<RoomsRepository, 'lock'>;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  clock: Clock;
}

export type PresentationsService = ReturnType<typeof createPresentationsService>;

/** PDFs on the stage: one at a time. Whoever began turns its pages; every host and co-host takes it down. */
export function createPresentationsService({ presentations, materials, rooms, write, clock }: PresentationsDeps) {
  return {
    /** Shows a page. Throws `conflict` while somebody else presents, `not_found` for what is no PDF of the class. */
    show: (
      viewer: SignedInViewer,
      classroomId: string,
      { materialId, page, pageCount, mayLookAhead, text = '' }: z.output<typeof presentMaterial.body>,
    ): Promise<void> =>
      write(async (trx) => {
        const place = requireRoom(await rooms.lock(trx, classroomId, viewer.id));
        requireModerator(place.access);
        const now = clock.now();
        requireParticipant(place, now);
        if ((await materials.find(trx, { classroomId, materialId }))?.kind !== 'pdf') throw new AppError('not_found');
        const before = await presentations.find(trx, classroomId);
        if (before && before.user_id !== viewer.id) throw new AppError('conflict', { sentence: OTHER });
        const shown = { classroomId, materialId, userId: viewer.id, page, pageCount, mayLookAhead, text };
        await presentations.show(trx, shown, now);
        if (before?.material_id !== materialId || before.page !== page) await presentations.keepPage(trx, shown, now);
      }),

    stop: (viewer: SignedInViewer, classroomId: string): Promise<void> =>
      write(async (trx) => {
        requireModerator(requireRoom(await rooms.lock(trx, classroomId, viewer.id)).access);
        await presentations.stop(trx, classroomId, clock.now());
      }),
  };
}
