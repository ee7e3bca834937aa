import type { EndpointInput } from '@manabiba/shared/contract/endpoint';
import type { createPushSubscription, PushDevice } from '@manabiba/shared/contract/push-subscriptions';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError, notOffered } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { Limiter } from '../../../platform/security/limiter';
import { isPublicHttpsUrl } from '../../../platform/security/public-address';
import type { PushEnv } from '../../../push-env';
import type { PushSender } from './push-sender';
import type { PushSubscriptionRow, PushSubscriptionsRepository } from './push-subscriptions.repository';

interface PushSubscriptionsDeps {
  db: Db;
  subscriptions: PushSubscriptionsRepository;
  /** Null: no keys are configured and nothing can be pushed. */
  push: { env: PushEnv; send: PushSender } | null;
  limiter: Limiter;
  clock: Clock;
}

/** A person has this many devices at most; the oldest go. */
const MAX_DEVICES = 20;
const TESTS = { max: 10, windowSeconds: 600 };
/** A test that arrives later than this confuses, in seconds. */
const TEST_TTL_SECONDS = 60;
/** RFC 8291: an uncompressed point of P-256, and 16 bytes. */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

export type PushSubscriptionsService = ReturnType<typeof createPushSubscriptionsService>;

/** The devices on which a user receives push messages. */
export function createPushSubscriptionsService({ db, subscriptions, push, limiter, clock }: PushSubscriptionsDeps) {
  return {
    key: () => ({ publicKey: push?.env.publicKey ?? null }),

    async list(viewer: SignedInViewer): Promise<{ items: PushDevice[] }> {
      const rows = await subscriptions.list(viewer.id, clock.now());
      return { items: rows.map((row) => toDevice(row, viewer)) };
    },

    /**
     * Registers this browser for the user, until its session ends. An endpoint that is not a public https address and
     * keys of another form are `invalid`; without VAPID keys it is `unavailable`.
     */
    async create(
      viewer: SignedInViewer,
      { endpoint, keys, replaces }: EndpointInput<typeof createPushSubscription>['body'],
    ): Promise<PushDevice> {
      if (!push) throw notOffered();
      if (!push.env.allowsPrivateEndpoints && !isPublicHttpsUrl(new URL(endpoint)))
        throw new AppError('invalid', { fields: { endpoint: 'この端末の通知先は利用できません。' } });
      if (bytesOf(keys.p256dh) !== POINT_BYTES || bytesOf(keys.auth) !== AUTH_BYTES)
        throw new AppError('invalid', { fields: { keys: 'この端末の通知先は利用できません。' } });
      const now = clock.now();
      const row = await inTransaction(db, async (trx) => {
        if (replaces !== undefined) await subscriptions.deleteByEndpoint(trx, viewer.id, replaces);
        const id = await subscriptions.save(trx, {
          id: newId('psh'),
          user_id: viewer.id,
          session_id: viewer.sessionId,
          endpoint,
          p256dh: keys.p256dh,
          auth: keys.auth,
          created_at: now,
        });
        await subscriptions.keepNewest(trx, viewer.id, { id, kept: MAX_DEVICES });
        return subscriptions.find(viewer.id, id, now, trx);
      });
      // The session has ended meanwhile.
      if (!row) throw new AppError('unauthenticated');
      return toDevice(row, viewer);
    },

    delete: (viewer: SignedInViewer, id: string): Promise<void> => subscriptions.delete(viewer.id, id),

    /** Sends a test. A subscription that the browser has ended is deleted: `push_gone`. */
    async test(viewer: SignedInViewer, id: string): Promise<{ ok: true }> {
      await limiter.consume(`push-test:${viewer.id}`, TESTS);
      const row = await subscriptions.find(viewer.id, id, clock.now());
      if (!row) throw new AppError('not_found');
      if (!push) throw notOffered();
      const outcome = await push.send(
        row,
        {
          id: null,
          title: 'まなびば',
          body: 'この端末で、お知らせを受け取れます。',
          url: '/settings#notifications',
          tag: 'test',
        },
        { ttlSeconds: TEST_TTL_SECONDS, urgency: 'high' },
      );
      if (outcome.state === 'gone') {
        await subscriptions.delete(viewer.id, id);
        throw new AppError('push_gone');
      }
      if (outcome.state !== 'sent') throw new AppError('unavailable');
      await subscriptions.markUsed(id, clock.now());
      return { ok: true };
    },
  };
}

const bytesOf = (base64Url: string) => Buffer.from(base64Url, 'base64url').length;

const toDevice = (row: PushSubscriptionRow, viewer: SignedInViewer): PushDevice => ({
  id: row.id,
  userAgent: row.user_agent,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isCurrent: row.session_id === viewer.sessionId,
});
