import type { reportArchive } from '@manabiba/shared/contract/archives';
import type * as z from 'zod/mini';

import { countReport } from '../../../access/report-limit';
import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import { newId } from '../../../platform/ids';
import type { Limiter } from '../../../platform/security/limiter';
import type { ArchivesService } from '../archives.service';
import type { ArchiveReportsRepository } from './archive-reports.repository';

interface ArchiveReportsDeps {
  reports: ArchiveReportsRepository;
  archives: Pick<ArchivesService, 'get'>;
  limiter: Limiter;
  clock: Clock;
}

export type ArchiveReportsService = ReturnType<typeof createArchiveReportsService>;

/** Reports about archives, for staff. */
export function createArchiveReportsService({ reports, archives, limiter, clock }: ArchiveReportsDeps) {
  return {
    /**
     * Reports an archive that the viewer can find, with what it shows now. Repeating it changes nothing; one's own is
     * `invalid`.
     */
    async report(
      viewer: SignedInViewer,
      archiveId: string,
      { reason, detail = '' }: z.output<(typeof reportArchive)['body']>,
    ) {
      const { title, description, chapters, host, access } = await archives.get(viewer, archiveId);
      if (host.id === viewer.id)
        throw new AppError('invalid', { fields: { id: '自分のアーカイブを通報することはできません。' } });
      if (!(await reports.has(archiveId, viewer.id))) {
        await countReport(limiter, viewer);
        const evidence = { title, description, chapters, hostId: host.id, access };
        await reports.insert({
          id: newId('rep'),
          archiveId,
          reporterId: viewer.id,
          reason,
          detail,
          evidence,
          now: clock.now(),
        });
      }
      return { ok: true as const };
    },
  };
}
