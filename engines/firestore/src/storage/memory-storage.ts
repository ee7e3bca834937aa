import { randomUUID } from 'node:crypto';

import type { Storage, StoredRow } from './storage';

/**
 * Creates a storage that keeps documents in memory for the lifetime of the returned object, across reopening. For tests
 * and demos.
 */
export function memoryStorage(): Storage {
  const storeId = randomUUID();
  const rows = new Map<string, StoredRow>();
  let [lastVersion, horizon, isOpen] = [0, 0, false];
  return {
    async open() {
      if (isOpen) throw new Error('Another engine owns these documents.');
      isOpen = true;
      const all = [...rows.values()];
      return {
        storeId,
        lastVersion,
        horizon,
        rows: (async function* () {
          yield all;
        })(),
      };
    },
    async append(batch) {
      lastVersion = batch.version;
      for (const row of batch.rows) rows.set(row.path, row);
    },
    async forgetDeleted(version) {
      horizon = version;
      for (const row of rows.values())
        if (row.fieldsJson === null && row.updateVersion <= version) rows.delete(row.path);
    },
    async ping() {
      if (!isOpen) throw new Error('The storage is closed.');
    },
    async close() {
      isOpen = false;
    },
  };
}
