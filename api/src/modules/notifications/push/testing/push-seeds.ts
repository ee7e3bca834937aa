import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import fc from 'fast-check';

import type { Db } from '../../../../platform/database/db';
import type { Seeds } from '../../../../testing/schema-arbitrary';

/** Starts a push service that accepts every message. `insert` registers a device for each session. */
export async function startPushSeeds() {
  const service = createServer((request, response) => {
    request.resume();
    response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/device`;
  const vapid = createECDH('prime256v1');
  vapid.generateKeys();
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };

  return {
    env: {
      VAPID_PUBLIC_KEY: vapid.getPublicKey('base64url'),
      VAPID_PRIVATE_KEY: vapid.getPrivateKey('base64url'),
      PUSH_PRIVATE_ENDPOINTS: 'allowed',
    },

    async insert(db: Db, sessions: { id: string; user_id: string }[]): Promise<Seeds> {
      const devices = sessions.map(({ id, user_id }) => ({
        id: `psh_${id}`,
        user_id,
        session_id: id,
        endpoint: `${endpoint}/${id}`,
        ...keys,
        created_at: new Date(),
      }));
      await db.deleteFrom('push_subscriptions').execute();
      await db.insertInto('push_subscriptions').values(devices).execute();
      return {
        push_subscriptions: fc.constantFrom(...devices.map(({ id }) => id)),
        endpoint: fc.constant(endpoint),
        p256dh: fc.constant(keys.p256dh),
        auth: fc.constant(keys.auth),
      };
    },

    close: () => new Promise((resolve) => service.close(resolve)),
  };
}
