import type { Trx } from '../../../platform/database/db';
import type { PasskeysRepository } from './passkeys.repository';

export type PasskeyRecordsService = ReturnType<typeof createPasskeyRecordsService>;

/** What other changes of an account need of its passkeys. */
export function createPasskeyRecordsService(passkeys: PasskeysRepository) {
  return {
    /** Returns the names of an account's passkeys for a mail; empty when there are none. */
    namesOf: async (trx: Trx, userId: string): Promise<string> =>
      (await passkeys.list(userId, trx)).map(({ name }) => `「${name}」`).join(''),

    /** Deletes the passkeys of an account that has got another owner. */
    removeAll: (trx: Trx, userId: string): Promise<void> => passkeys.removeAll(trx, userId),
  };
}
