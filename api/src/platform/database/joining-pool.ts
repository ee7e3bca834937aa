import type { Pool } from 'pg';

import { connectionOfTransaction } from './connection-guard';
import { connectionOfUnit } from './unit-of-work';

/**
 * Returns a pool for code with SQL and transactions of its own. Within a unit of work or a transaction its statements join
 * that, as those of kysely do: a change and what the call notes about it are committed together, or not at all.
 */
export function joiningPool(pool: Pool): Pool {
  const joined = () => connectionOfUnit() ?? connectionOfTransaction();
  const joining = {
    async connect() {
      const connection = joined();
      if (!connection) return pool.connect();
      return {
        query: (text: string, values: unknown[] = []) => connection.query(text, values),
        release: () => connection.release(),
      };
    },
    query: (text: string, values: unknown[] = []) => joined()?.query(text, values) ?? pool.query(text, values),
  };
  return joining as unknown as Pool;
}
