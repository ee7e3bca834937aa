import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { ApiKeysRepository } from './api-keys.repository';

export type ApiKeyRecordsService = ReturnType<typeof createApiKeyRecordsService>;

/** What other changes of an account need of its API keys. */
export const createApiKeyRecordsService = (keys: ApiKeysRepository, clock: Clock) => ({
  /** Returns the names of an account's valid keys for a mail; empty when there are none. */
  namesOf: async (trx: Trx, userId: string): Promise<string> =>
    (await keys.listValid(trx, userId, clock.now())).map(({ name }) => `「${name}」`).join(''),

  removeAll: keys.removeAll,
});
