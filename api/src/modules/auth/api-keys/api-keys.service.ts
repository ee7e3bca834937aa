import type { ApiKey } from '@manabiba/shared/contract/api-keys';
import type { ApiKeyDays, ApiScope } from '@manabiba/shared/contract/api-scopes';
import { MAX_API_KEYS } from '@manabiba/shared/contract/limits';
import { addDays } from 'date-fns';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { Limiter } from '../../../platform/security/limiter';
import type { MailsService } from '../../mails/mails.service';
import type { UsersService } from '../../users/users.service';
import type { OwnerCheckService } from '../owner-check.service';
import { digestOf, newApiKey, prefixOf } from './api-key-text';
import type { ApiKeysRepository } from './api-keys.repository';

/** How often a user may ask for a key: each one sends a mail. */
const CREATIONS = { max: 20, windowSeconds: 3600 };

interface ApiKeysDeps {
  db: Db;
  keys: ApiKeysRepository;
  users: UsersService;
  owners: OwnerCheckService;
  mails: MailsService;
  limiter: Limiter;
  clock: Clock;
}

interface NewApiKey {
  name: string;
  scopes: readonly ApiScope[];
  days: ApiKeyDays;
  currentPassword?: string | undefined;
}

type Row = Awaited<ReturnType<ApiKeysRepository['list']>>[number];

const toApiKey = (row: Row): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedOn: row.last_used_on,
});

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

/** The API keys of an account, as its user manages them. */
export function createApiKeysService({ db, keys, users, owners, mails, limiter, clock }: ApiKeysDeps) {
  return {
    async list({ id }: SignedInViewer): Promise<{ items: ApiKey[] }> {
      return { items: (await keys.list(id)).map(toApiKey) };
    },

    /** Creates a key and mails that to its user. It is returned here alone. */
    async create(
      viewer: SignedInViewer,
      { name, scopes, days, currentPassword }: NewApiKey,
    ): Promise<ApiKey & { key: string }> {
      await limiter.consume(`api-keys:${viewer.id}`, CREATIONS);
      await owners.require(viewer, currentPassword);
      const key = newApiKey();
      const now = clock.now();
      const row = {
        id: newId('key'),
        name,
        prefix: prefixOf(key),
        scopes: [...new Set(scopes)],
        created_at: now,
        expires_at: addDays(now, days),
        last_used_on: null,
      };
      await inTransaction(db, async (trx) => {
        // So that two calls at once count each other's.
        const { id: userId, email, nickname } = await users.lock(trx, viewer.id);
        if ((await keys.listValid(trx, userId, now)).length >= MAX_API_KEYS)
          throw new AppError('conflict', {
            sentence: `APIキーは${MAX_API_KEYS}個まで作成できます。使っていないAPIキーを無効にしてください。`,
          });
        await keys.insert(trx, { ...row, user_id: userId, key_hash: digestOf(key) });
        if (email !== null) await mails.send(trx, 'api_key_created', { to: email, userId, nickname, key: name });
      });
      return { ...toApiKey(row), key };
    },

    remove: ({ id: userId }: SignedInViewer, id: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        if (!(await keys.remove(trx, userId, id))) throw new AppError('not_found');
      }),
  };
}
