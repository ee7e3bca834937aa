import type { Db } from '../../../platform/database/db';

export type StaffReleasesRepository = ReturnType<typeof createStaffReleasesRepository>;

/** The names of the staff in the history of releases. */
export const createStaffReleasesRepository = (db: Db) => ({
  /** Returns the nicknames of those who have an account, by id. */
  async nicknames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom('users').select(['id', 'nickname']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, nickname }) => [id, nickname]));
  },
});
