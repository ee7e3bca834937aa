import type { Trx } from '../../../platform/database/db';
import type { ApiKeysRepository } from './api-keys.repository';

export type ApiKeyRecordsService = ReturnType<typeof createApiKeyRecordsService>;

/** What other changes of an account need of its API keys. */
export const createApiKeyRecordsService = (keys: ApiKeysRepository) => ({
  /** Returns the names of an account's keys for a mail; empty when there are none. */
  namesOf: async (trx: Trx, userId: string): Promise<string> =>
    (await keys.list(userId, trx)).map(({ name }) => `「${name}」`).join(''),

  removeAll: keys.removeAll,
});
