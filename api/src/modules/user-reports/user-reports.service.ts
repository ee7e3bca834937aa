import type { reportUser } from '@manabiba/shared/contract/users';
import type * as z from 'zod/mini';

import { countReport } from '../../access/report-limit';
import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import type { Limiter } from '../../platform/security/limiter';
import type { UserReportsRepository } from './user-reports.repository';

interface UserReportsDeps {
  reports: UserReportsRepository;
  limiter: Limiter;
  clock: Clock;
}

export type UserReportsService = ReturnType<typeof createUserReportsService>;

/** Reports about users, for staff. */
export function createUserReportsService({ reports, limiter, clock }: UserReportsDeps) {
  return {
    /**
     * Reports a user with a snapshot of their profile, whatever they change later. Repeating it changes nothing until it
     * is settled.
     */
    async report(viewer: SignedInViewer, id: string, { reason, detail = '' }: z.output<(typeof reportUser)['body']>) {
      if (viewer.id === id) throw new AppError('invalid', { fields: { id: '自分を通報することはできません。' } });
      const evidence = await reports.findEvidence(id);
      if (!evidence) throw new AppError('not_found');
      if (!(await reports.has(id, viewer.id))) {
        await countReport(limiter, viewer);
        await reports.insert({
          id: newId('rep'),
          reportedId: id,
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
