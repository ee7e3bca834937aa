import type { Testers } from '@manabiba/releases';

import { createUsersRepository } from '../../../api/src/modules/users/users.repository';
import { createDb, type Pool } from '../../../api/src/platform/database/db';

/** Finds the accounts of the testers whom a rollout names, by address or id. */
export function createTesters(pool: Pool): Testers {
  const users = createUsersRepository(createDb(pool));
  return {
    async idsOf(names) {
      const found = await Promise.all(
        names.map(
          async (name) =>
            [name, (await (name.includes('@') ? users.findByEmail(name) : users.find(name, null)))?.id] as const,
        ),
      );
      return new Map(found.flatMap(([name, id]) => (id === undefined ? [] : [[name, id]])));
    },
  };
}
