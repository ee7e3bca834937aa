import type { RoleChange, RoleProposal } from '@manabiba/shared/contract/staff-roles';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Write } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { SessionsService } from '../../sessions/sessions.service';
import type { StaffRepository } from '../staff.repository';
import type { StaffRolesRepository } from './staff-roles.repository';

interface StaffRolesDeps {
  roles: StaffRolesRepository;
  sessions: Pick<SessionsService, 'endAll'>;
  log: StaffRepository['log'];
  write: Write;
  clock: Clock;
}

const MAX_LISTED = 100;
const actionOf = { give: 'give-role', take: 'take-role' } as const;

export type StaffRolesService = ReturnType<typeof createStaffRolesService>;

/** The role staff, which two members of the staff give and take back. */
export function createStaffRolesService(deps: StaffRolesDeps) {
  const { roles, sessions, log, write, clock } = deps;

  /** A change must start from what the user is: an active user without another role, or a member of the staff. */
  async function requireFitting(userId: string, change: RoleChange): Promise<void> {
    const user = await roles.findUser(userId);
    if (!user) throw new AppError('not_found');
    const fits = change === 'take' ? user.role === 'staff' : user.role === 'user' && user.state === 'active';
    if (!fits) throw new AppError('conflict');
  }

  return {
    async list(): Promise<{ items: RoleProposal[] }> {
      const rows = await roles.listOpen(MAX_LISTED);
      return {
        items: rows.map((row) => ({
          id: row.id,
          change: row.change,
          reason: row.reason,
          user: { id: row.user_id, nickname: row.nickname },
          proposedBy: { id: row.proposed_by, nickname: row.proposer_nickname },
          proposedAt: row.proposed_at.toISOString(),
        })),
      };
    },

    /** Proposes a change. Another proposal that waits, or a change that does not fit the user, is `conflict`. */
    async propose(viewer: SignedInViewer, userId: string, change: RoleChange, reason: string): Promise<{ id: string }> {
      if (viewer.id === userId)
        throw new AppError('invalid', { fields: { userId: '自分の役割を提案することはできません。' } });
      await requireFitting(userId, change);
      const id = newId('rol');
      const now = clock.now();
      await write(async (trx) => {
        if (!(await roles.propose(trx, { id, userId, change, reason, by: viewer.id, now })))
          throw new AppError('conflict');
        const action = `propose-${actionOf[change]}`;
        await log(trx, { at: now, who: viewer.id, action, subjectId: userId, detail: reason });
      });
      return { id };
    },

    /** Decides about a proposal of somebody else; one's own can only be declined, which takes it back. */
    decide: (viewer: SignedInViewer, id: string, decision: 'accept' | 'decline'): Promise<void> =>
      write(async (trx) => {
        const proposal = await roles.lock(trx, id);
        if (!proposal) throw new AppError('not_found');
        if (proposal.decision !== null) throw new AppError('conflict');
        const { user_id: userId, change, reason } = proposal;
        const isAbout = viewer.id === userId || viewer.id === proposal.proposed_by;
        if (decision === 'accept' && isAbout)
          throw new AppError('invalid', { fields: { decision: 'もうひとりのスタッフが承認します。' } });
        await roles.decide(trx, id, decision, viewer.id, clock.now());
        const entry = { at: clock.now(), who: viewer.id, subjectId: userId, detail: reason };
        if (decision === 'decline') return log(trx, { ...entry, action: 'decline-role' });
        if (!(await roles.changeRole(trx, userId, change))) throw new AppError('conflict');
        // Every page and every session knows the role.
        await sessions.endAll(trx, userId);
        const [before, after] = change === 'give' ? ['user', 'staff'] : ['staff', 'user'];
        await log(trx, { ...entry, action: actionOf[change], before: before ?? '', after: after ?? '' });
      }),
  };
}
