import { MAX_WEBHOOKS } from '@manabiba/shared/contract/limits';
import type { WebhookType } from '@manabiba/shared/contract/webhook-types';
import type { Webhook } from '@manabiba/shared/contract/webhooks';
import { millisecondsInDay } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import type { Limiter } from '../../platform/security/limiter';
import { isPublicHttpsUrl } from '../../platform/security/public-address';
import type { UsersService } from '../users/users.service';
import type { WebhookEndpointRow, WebhookEndpointsRepository } from './webhook-endpoints.repository';
import type { WebhookSecrets } from './webhook-secrets';

/** How long a replaced secret still signs, in milliseconds. */
const OVERLAP_MS = millisecondsInDay;
/** How often an organizer may replace secrets. */
const ROTATIONS = { max: 10, windowSeconds: 3600 };

interface WebhookEndpointsDeps {
  db: Db;
  endpoints: WebhookEndpointsRepository;
  secrets: WebhookSecrets;
  users: UsersService;
  limiter: Limiter;
  clock: Clock;
  allowsPrivate: boolean;
}

interface WebhookChanges {
  url?: string | undefined;
  types?: readonly WebhookType[] | undefined;
  isStopped?: boolean | undefined;
}

export type WebhookEndpointsService = ReturnType<typeof createWebhookEndpointsService>;

/** The webhooks of an organizer, as they manage them. */
export function createWebhookEndpointsService(deps: WebhookEndpointsDeps) {
  const { db, endpoints, secrets, users, limiter, clock, allowsPrivate } = deps;

  function toWebhook(row: Omit<WebhookEndpointRow, 'secret'>): Webhook {
    const { previous_secret_until: until } = row;
    return {
      id: row.id,
      url: row.url,
      types: row.types,
      createdAt: row.created_at.toISOString(),
      failingSince: row.failing_since?.toISOString() ?? null,
      stoppedAt: row.stopped_at?.toISOString() ?? null,
      previousSecretUntil: until !== null && until > clock.now() ? until.toISOString() : null,
    };
  }

  /** Where a name leads is checked at every attempt. */
  function requireReachable(url: string): void {
    if (!allowsPrivate && !isPublicHttpsUrl(new URL(url)))
      throw new AppError('invalid', {
        fields: { url: 'インターネットに公開された、https:// から始まるURLを入力してください。' },
      });
  }

  async function lockOwn(trx: Trx, { id: userId }: SignedInViewer, id: string): Promise<WebhookEndpointRow> {
    const row = await endpoints.lockOwn(trx, userId, id);
    if (!row) throw new AppError('not_found');
    return row;
  }

  return {
    async list({ id }: SignedInViewer): Promise<{ items: Webhook[] }> {
      return { items: (await endpoints.list(id)).map(toWebhook) };
    },

    async create(
      { id: userId }: SignedInViewer,
      { url, types }: { url: string; types: readonly WebhookType[] },
    ): Promise<Webhook & { secret: string }> {
      requireReachable(url);
      const secret = secrets.create();
      const row = {
        id: newId('whk'),
        url,
        types: [...new Set(types)],
        previous_secret_until: null,
        failing_since: null,
        stopped_at: null,
        created_at: clock.now(),
      };
      await inTransaction(db, async (trx) => {
        // So that two calls at once count each other's.
        await users.lock(trx, userId);
        if ((await endpoints.list(userId, trx)).length >= MAX_WEBHOOKS)
          throw new AppError('conflict', {
            sentence: `Webhookは${MAX_WEBHOOKS}個まで登録できます。使っていないWebhookを削除してください。`,
          });
        await endpoints.insert(trx, {
          ...row,
          user_id: userId,
          secret: secrets.encrypt(secret),
          previous_secret: null,
        });
      });
      return { ...toWebhook(row), secret };
    },

    update: (viewer: SignedInViewer, id: string, { url, types, isStopped }: WebhookChanges): Promise<Webhook> =>
      inTransaction(db, async (trx) => {
        if (url !== undefined) requireReachable(url);
        const before = await lockOwn(trx, viewer, id);
        const row = await endpoints.update(trx, id, {
          url: url ?? before.url,
          types: types ? [...new Set(types)] : before.types,
          ...(isStopped === true ? { stopped_at: before.stopped_at ?? clock.now() } : {}),
          // It gets its days again.
          ...(isStopped === false ? { stopped_at: null, failing_since: null } : {}),
        });
        return toWebhook(row);
      }),

    async remove({ id: userId }: SignedInViewer, id: string): Promise<void> {
      if (!(await endpoints.remove(userId, id))) throw new AppError('not_found');
    },

    /** Replaces the secret. The one before signs too for another day; one before that no more. */
    async rotate(viewer: SignedInViewer, id: string): Promise<{ secret: string; previousSecretUntil: string }> {
      await limiter.consume(`webhook-secrets:${viewer.id}`, ROTATIONS);
      const secret = secrets.create();
      const until = new Date(clock.now().getTime() + OVERLAP_MS);
      await inTransaction(db, async (trx) => {
        const before = await lockOwn(trx, viewer, id);
        await endpoints.update(trx, id, {
          secret: secrets.encrypt(secret),
          previous_secret: before.secret,
          previous_secret_until: until,
        });
      });
      return { secret, previousSecretUntil: until.toISOString() };
    },
  };
}
