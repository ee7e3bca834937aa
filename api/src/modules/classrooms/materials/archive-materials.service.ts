import type { ArchivedPage, listArchiveMaterials } from '@manabiba/shared/contract/classroom-materials';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';

import type { Viewer } from '../../../access/viewer';
import type { ArchivesService } from '../../archives/archives.service';
import { toMaterial } from './material-row';
import type { MaterialsRepository } from './materials.repository';
import type { PresentationsRepository } from './presentations.repository';

interface ArchiveMaterialsDeps {
  materials: Pick<MaterialsRepository, 'list'>;
  presentations: Pick<PresentationsRepository, 'listRecorded'>;
  archives: Pick<ArchivesService, 'recordingOf'>;
}

export type ArchiveMaterialsService = ReturnType<typeof createArchiveMaterialsService>;

/** The materials of the class that an archive is of. */
export function createArchiveMaterialsService({ materials, presentations, archives }: ArchiveMaterialsDeps) {
  return {
    /** Lists them for who may watch the archive, with the pages that were on the stage while it was recorded. */
    async list(viewer: Viewer, archiveId: string): Promise<EndpointOutput<typeof listArchiveMaterials>> {
      const { classroomId, canWatch, cutStart, seconds } = await archives.recordingOf(viewer, archiveId);
      if (!canWatch || classroomId === null) return { items: [], pages: [] };
      const [rows, pages] = await Promise.all([materials.list(classroomId), presentations.listRecorded(classroomId)]);
      const moved = pages.map(({ material_id: materialId, title, page, body: text, seconds: at }): ArchivedPage => ({
        at: Math.max(0, at - cutStart),
        materialId,
        title,
        page,
        text,
      }));
      // Of the pages before the beginning, the last one is on the stage there.
      return {
        items: rows.map(toMaterial),
        pages: moved.filter(({ at }, index) => at < seconds && moved[index + 1]?.at !== at),
      };
    },
  };
}
