import type { Pool } from 'pg';

import { connectionOfUnit, statementInUnit } from './unit-of-work';

/**
 * Returns a pool for code with SQL and transactions of its own. Within a unit of work its statements join the unit's
 * transaction, as those of kysely do: a change and what the call notes about it are committed together, or not at all.
 */
export function joiningPool(pool: Pool): Pool {
  const joining = {
    async connect() {
      const joined = connectionOfUnit();
      if (!joined) return pool.connect();
      return {
        query: (text: string, values: unknown[] = []) => joined.query(text, values),
        release: () => joined.release(),
      };
    },
    query(text: string, values: unknown[] = []) {
      return statementInUnit()?.(text, values) ?? pool.query(text, values);
    },
  };
  return joining as unknown as Pool;
}
