import type { RoleChange } from '@manabiba/shared/contract/staff-roles';

import type { Db, Trx } from '../../../platform/database/db';

export type StaffRolesRepository = ReturnType<typeof createStaffRolesRepository>;

/** Proposed changes of the role staff. */
export function createStaffRolesRepository(db: Db) {
  return {
    listOpen: (limit: number) =>
      db
        .selectFrom('staff_role_proposals as p')
        .innerJoin('users as u', 'u.id', 'p.user_id')
        .innerJoin('users as proposer', 'proposer.id', 'p.proposed_by')
        .select([
          'p.id',
          'p.change',
          'p.reason',
          'p.user_id',
          'u.nickname',
          'p.proposed_by',
          'proposer.nickname as proposer_nickname',
          'p.proposed_at',
        ])
        .where('p.decision', 'is', null)
        .orderBy('p.proposed_at')
        .limit(limit)
        .execute(),

    findUser: (userId: string) =>
      db.selectFrom('users').select(['id', 'role', 'state']).where('id', '=', userId).executeTakeFirst(),

    /** Records a proposal. Returns false when another one about the user waits. */
    async propose(
      trx: Trx,
      proposal: { id: string; userId: string; change: RoleChange; reason: string; by: string; now: Date },
    ): Promise<boolean> {
      const { id, userId, change, reason, by, now } = proposal;
      const rows = await trx
        .insertInto('staff_role_proposals')
        .values({ id, user_id: userId, change, reason, proposed_by: by, proposed_at: now })
        .onConflict((conflict) => conflict.column('user_id').where('decision', 'is', null).doNothing())
        .returning('id')
        .execute();
      return rows.length > 0;
    },

    lock: (trx: Trx, id: string) =>
      trx.selectFrom('staff_role_proposals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    async decide(trx: Trx, id: string, decision: 'accept' | 'decline', by: string, now: Date): Promise<void> {
      await trx
        .updateTable('staff_role_proposals')
        .set({ decision, decided_by: by, decided_at: now })
        .where('id', '=', id)
        .execute();
    },

    /** Changes the role, if it is still the one from which the change starts. */
    async changeRole(trx: Trx, userId: string, change: RoleChange): Promise<boolean> {
      const [from, to] = change === 'give' ? (['user', 'staff'] as const) : (['staff', 'user'] as const);
      const rows = await trx
        .updateTable('users')
        .set({ role: to })
        .where('id', '=', userId)
        .where('role', '=', from)
        .$if(change === 'give', (query) => query.where('state', '=', 'active'))
        .returning('id')
        .execute();
      return rows.length > 0;
    },
  };
}
