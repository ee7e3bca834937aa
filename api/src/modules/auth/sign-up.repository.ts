import { sql } from 'kysely';

import type { Trx } from '../../platform/database/db';

export type SignUpRepository = ReturnType<typeof createSignUpRepository>;

/** Repository of the schools' one-time codes. */
export function createSignUpRepository() {
  return {
    /**
     * Returns the code, locked: of two concurrent uses only one gets it. A school that has left has none, and a revoked
     * code is like an unknown one. Codes are compared in capitals, however a school has written them.
     */
    lockInvite(trx: Trx, schoolCode: string, code: string) {
      return trx
        .selectFrom('school_invites')
        .innerJoin('partner_schools', 'partner_schools.id', 'school_invites.partner_school_id')
        .select([
          'school_invites.partner_school_id',
          'school_invites.code',
          'school_invites.used_at',
          'partner_schools.name as school_name',
        ])
        .where(sql`upper(partner_schools.code)`, '=', schoolCode)
        .where('partner_schools.active', '=', true)
        .where(sql`upper(school_invites.code)`, '=', code)
        .where('school_invites.revoked_at', 'is', null)
        .forUpdate('school_invites')
        .executeTakeFirst();
    },

    async useInvite(
      trx: Trx,
      { schoolId, code, userId, now }: { schoolId: string; code: string; userId: string; now: Date },
    ) {
      await trx
        .updateTable('school_invites')
        .set({ used_by: userId, used_at: now })
        .where('partner_school_id', '=', schoolId)
        .where('code', '=', code)
        .execute();
    },
  };
}
