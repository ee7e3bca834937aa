import type { StaffSession } from '@manabiba/shared/contract/staff-session';

import { isStaffLocked, staffLockTime } from '../../../access/staff-lock';
import type { SignedInViewer } from '../../../access/viewer';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import type { SecondFactorCheckService } from '../../auth/second-factor/second-factor-check.service';
import type { SessionsService } from '../../sessions/sessions.service';
import type { StaffRepository } from '../staff.repository';

interface StaffSessionDeps {
  db: Db;
  secondFactorCheck: SecondFactorCheckService;
  sessions: Pick<SessionsService, 'openForStaff'>;
  log: StaffRepository['log'];
  clock: Clock;
  isRequired: boolean;
}

export type StaffSessionService = ReturnType<typeof createStaffSessionService>;

/** The sessions that a second factor opens for the work of the staff. */
export function createStaffSessionService(deps: StaffSessionDeps) {
  const { db, secondFactorCheck, sessions, log, clock, isRequired } = deps;
  return {
    status({ staffSession }: SignedInViewer): StaffSession {
      const state = staffSession ?? { hasSecondFactor: false, activeAt: null };
      const now = clock.now();
      const locksAt = staffLockTime(state, isRequired);
      const isLocked = isStaffLocked(state, isRequired, now);
      const whenLocked = state.hasSecondFactor ? 'locked' : 'unenrolled';
      return {
        state: isLocked ? whenLocked : 'open',
        locksInSeconds: isLocked || locksAt === null ? null : Math.ceil((locksAt.getTime() - now.getTime()) / 1000),
      };
    },

    /** Opens the session. Does nothing when it is open; without a second factor it is `conflict`. */
    async unlock(viewer: SignedInViewer, code: string): Promise<void> {
      if (viewer.staffSession && !isStaffLocked(viewer.staffSession, isRequired, clock.now())) return;
      await secondFactorCheck.countAttempt(viewer.id);
      await inTransaction(db, async (trx) => {
        const proof = await secondFactorCheck.require(trx, viewer.id, code);
        await sessions.openForStaff(trx, viewer.sessionId);
        const detail = proof === 'app' ? '' : '回復コード';
        await log(trx, { at: clock.now(), who: viewer.id, action: 'staff-unlock', subjectId: viewer.id, detail });
      });
    },
  };
}
