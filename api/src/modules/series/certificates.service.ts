import type { Certificate } from '@manabiba/shared/contract/series';
import { max } from 'date-fns';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import type { UsersService } from '../users/users.service';
import type { CertificateRow, CertificatesRepository } from './certificates.repository';
import { areOver, progressOf } from './series-progress';
import type { SeriesRepository } from './series.repository';
import type { SeriesService } from './series.service';

interface CertificatesDeps {
  db: Db;
  certificates: CertificatesRepository;
  series: Pick<SeriesRepository, 'dates'>;
  seriesService: Pick<SeriesService, 'visible'>;
  users: Pick<UsersService, 'holdActive'>;
  clock: Clock;
}

export type CertificatesService = ReturnType<typeof createCertificatesService>;

/** 修了証: who has attended or watched enough of a series. An issued one never changes. */
export function createCertificatesService(deps: CertificatesDeps) {
  const { db, certificates, series, seriesService, users, clock } = deps;
  return {
    /**
     * Issues the certificate under the name that the person chose. `not_open` before all dates are over,
     * `role_required` for its host and whoever did not come to enough of them, `already` for a second one.
     */
    async issue(viewer: SignedInViewer, seriesId: string, name: string): Promise<Certificate> {
      const row = await seriesService.visible(viewer, seriesId);
      if (row.host_id === viewer.id) throw new AppError('role_required');
      return inTransaction(db, async (trx) => {
        await users.holdActive(trx, viewer.id);
        const dates = await series.dates(trx, seriesId, viewer.id);
        if (!areOver(dates))
          throw new AppError('not_open', { sentence: '修了証は、最後の回が終わってから発行できます。' });
        const { isComplete, doneCount, dateCount } = progressOf(dates);
        if (!isComplete)
          throw new AppError('role_required', {
            sentence: '修了証は、8割以上の回に参加したか、アーカイブで見た方に発行します。',
          });
        const certificate = {
          id: newId('crt'),
          series_id: seriesId,
          user_id: viewer.id,
          name,
          series_title: row.title,
          host_name: row.host_nickname,
          done_count: doneCount,
          date_count: dateCount,
          completed_at: max(dates.flatMap(({ ended_at: endedAt }) => endedAt ?? [])),
          issued_at: clock.now(),
        };
        if (!(await certificates.insert(trx, certificate))) throw new AppError('already');
        return toCertificate(certificate);
      });
    },

    /** Returns what a certificate says; `not_found` for an unknown code, and after its owner has left. */
    async get(code: string): Promise<Certificate> {
      const row = await certificates.find(code);
      if (!row) throw new AppError('not_found');
      return toCertificate(row);
    },
  };
}

const toCertificate = (row: CertificateRow): Certificate => ({
  code: row.id,
  name: row.name,
  seriesId: row.series_id,
  seriesTitle: row.series_title,
  hostName: row.host_name,
  doneCount: row.done_count,
  dateCount: row.date_count,
  completedAt: row.completed_at.toISOString(),
  issuedAt: row.issued_at.toISOString(),
});
