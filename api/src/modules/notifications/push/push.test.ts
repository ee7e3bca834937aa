import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';

import { isPublicHttpsUrl } from '../../../platform/security/public-address';
import { hostOf, isPublicAddress, publicLookup } from '../../../platform/security/public-address';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { createPushSender } from './push-sender';

const vapid = createECDH('prime256v1');
vapid.generateKeys();
const vapidPublicKey = vapid.getPublicKey('base64url');

/** A browser's side of a subscription. */
function newBrowser() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    /** Decrypts a message as a browser does (RFC 8188 and 8291). */
    decrypt(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const senderKey = body.subarray(21, 21 + body.readUInt8(20));
      const sealed = body.subarray(21 + body.readUInt8(20));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
      const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), auth, info, 32));
      const derive = (use: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, bytes));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
    },
  };
}

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

let world: TestApp;
let service: Server;
let origin: string;
let received: Received[] = [];
/** What the push service answers, by path; 201 otherwise. */
let answers: Record<string, { status: number; headers?: Record<string, string> }> = {};

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(parts) });
      const { status, headers } = answers[path] ?? { status: 201 };
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  world = await startTestApp({
    env: {
      VAPID_PUBLIC_KEY: vapidPublicKey,
      VAPID_PRIVATE_KEY: vapid.getPrivateKey('base64url'),
      PUSH_PRIVATE_ENDPOINTS: 'allowed',
    },
  });
});
afterEach(async () => {
  received = [];
  answers = {};
  await world.db.deleteFrom('notification_causes').execute();
  await world.db.deleteFrom('notifications').execute();
  await world.db.deleteFrom('follows').execute();
  await world.db.deleteFrom('push_subscriptions').execute();
  await world.db.deleteFrom('notification_settings').execute();
  await world.db.deleteFrom('domain_events').execute();
});
afterAll(async () => {
  await world.close();
  await new Promise((resolve) => service.close(resolve));
});

const subscribe = async (path = '/one', browser = newBrowser(), caller: 'professional' | 'adult' = 'professional') => {
  const { body } = await world
    .as(caller)
    .post('/me/push_subscriptions', { endpoint: `${origin}${path}`, keys: browser.keys });
  return { id: body.id as string, browser };
};
const wantFollows = (more: object = {}) =>
  world.as('professional').post('/me/notification_settings', { channels: { userFollow: { push: true } }, ...more });

async function beFollowed(): Promise<void> {
  await world.as('adult').post(`/users/${world.people.professional}/follow`);
  await world.events.runDue();
  await world.runJobs();
}

const deliveries = () =>
  world.db
    .selectFrom('notification_deliveries')
    .select(['state', 'reason', 'attempts'])
    .where('channel', '=', 'push')
    .execute();

describe('a push message', () => {
  it('arrives encrypted for its browser, signed by the configured key', async () => {
    const { browser } = await subscribe();
    await wantFollows();
    await beFollowed();
    const [message] = received;
    if (!message) throw new Error('Nothing was pushed');
    const { body } = await world.as('professional').get('/me/notifications');
    expect(browser.decrypt(message.body)).toEqual({
      id: body.items[0].id,
      title: 'まなびば',
      body: '大人さんにフォローされました',
      url: `/users/${world.people.adult}`,
      tag: body.items[0].id,
    });
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(message.headers.authorization ?? '') ?? [];
    expect([key, decodeProtectedHeader(token).alg]).toEqual([vapidPublicKey, 'ES256']);
    const point = Buffer.from(vapidPublicKey, 'base64url');
    const publicKey = await importJWK(
      {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      'ES256',
    );
    await jwtVerify(token, publicKey, { audience: origin });
    expect(await deliveries()).toEqual([{ state: 'sent', reason: null, attempts: 1 }]);
  });

  it('goes to every device of the person, and to none of another', async () => {
    await subscribe('/one');
    await subscribe('/two');
    await subscribe('/other', newBrowser(), 'adult');
    await wantFollows();
    await beFollowed();
    expect(received.map(({ path }) => path).sort()).toEqual(['/one', '/two']);
  });

  it.each([
    ['quiet hours', { quietFrom: '00:00', quietTo: '23:59' }],
    ['a pause', { pausedUntil: new Date(Date.now() + 3_600_000).toISOString() }],
  ])('is dropped during %s, while the notification stays', async (_when, settings) => {
    await subscribe();
    await wantFollows(settings);
    await beFollowed();
    expect([received, await deliveries()]).toEqual([[], [{ state: 'dropped', reason: 'quiet', attempts: 1 }]]);
    expect((await world.as('professional').get('/me/notifications')).body.items).toHaveLength(1);
  });

  it.each([404, 410])('that is answered with %i ends the subscription', async (status) => {
    answers['/one'] = { status };
    await subscribe();
    await wantFollows();
    await beFollowed();
    expect(await deliveries()).toEqual([{ state: 'failed', reason: 'gone', attempts: 1 }]);
    expect((await world.as('professional').get('/me/push_subscriptions')).body.items).toEqual([]);
  });

  it('is not followed to where the push service redirects', async () => {
    answers['/one'] = { status: 307, headers: { location: `${origin}/two` } };
    await subscribe();
    await wantFollows();
    await beFollowed();
    expect(received.map(({ path }) => path)).toEqual(['/one']);
  });

  it('is tried again when the service recovers, and dropped when it is stale', async () => {
    answers['/one'] = { status: 503 };
    await subscribe();
    await wantFollows();
    await beFollowed();
    expect(await deliveries()).toEqual([{ state: 'queued', reason: 'status 503', attempts: 1 }]);
    answers = {};
    world.clock.advance(60_000);
    await world.runJobs();
    expect(await deliveries()).toEqual([{ state: 'sent', reason: null, attempts: 2 }]);
    await world.db
      .updateTable('notification_deliveries')
      .set({ state: 'queued', next_attempt_at: new Date(0), stale_at: new Date(0) })
      .execute();
    await world.runJobs();
    expect(await deliveries()).toEqual([{ state: 'dropped', reason: 'stale', attempts: 3 }]);
  });

  it('no longer reaches a device that was signed out', async () => {
    await subscribe();
    await wantFollows();
    await world.db
      .updateTable('sessions')
      .set({ revoked_at: world.clock.now() })
      .where('user_id', '=', world.people.professional)
      .execute();
    await beFollowed();
    expect(received).toEqual([]);
    await world.signInAgain();
  });
});

describe('subscriptions', () => {
  it('of one endpoint belong to whoever registered it last', async () => {
    await subscribe('/one');
    await subscribe('/one', newBrowser(), 'adult');
    expect((await world.as('professional').get('/me/push_subscriptions')).body.items).toEqual([]);
    expect((await world.as('adult').get('/me/push_subscriptions')).body.items).toHaveLength(1);
  });

  it('renew the one that they replace', async () => {
    await subscribe('/old');
    const { keys } = newBrowser();
    const endpoint = `${origin}/new`;
    await world.as('professional').post('/me/push_subscriptions', { endpoint, keys, replaces: `${origin}/old` });
    expect((await world.as('professional').get('/me/push_subscriptions')).body.items).toHaveLength(1);
  });

  it('can be tested, and are removed when the test finds them gone', async () => {
    const { id, browser } = await subscribe();
    expect((await world.as('professional').post(`/me/push_subscriptions/${id}/test`)).status).toBe(200);
    expect(browser.decrypt(received[0]?.body ?? Buffer.alloc(0))).toMatchObject({ id: null, tag: 'test' });
    expect((await world.as('adult').post(`/me/push_subscriptions/${id}/test`)).status).toBe(404);
    answers['/one'] = { status: 410 };
    expect((await world.as('professional').post(`/me/push_subscriptions/${id}/test`)).body.code).toBe('push_gone');
    expect((await world.as('professional').get('/me/push_subscriptions')).body.items).toEqual([]);
  });

  it('need keys of the right form', async () => {
    const keys = { ...newBrowser().keys, auth: 'c2hvcnQ' };
    const { status } = await world.as('adult').post('/me/push_subscriptions', { endpoint: `${origin}/one`, keys });
    expect(status).toBe(422);
  });

  it.each([
    'http://push.example.com/1',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'https://[::ffff:10.0.0.1]/1',
    'https://169.254.169.254/latest',
    'https://localhost/1',
    'https://metadata.internal/1',
    'https://user:password@push.example.com/1',
  ])('are refused for %s', (endpoint) => {
    expect(isPublicHttpsUrl(new URL(endpoint))).toBe(false);
  });

  it('are accepted for the push services of browsers', () => {
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/x',
      'https://updates.push.services.mozilla.com/wpush/v2/x',
    ])
      expect(isPublicHttpsUrl(new URL(endpoint))).toBe(true);
  });
});

it.each([
  '10.1.2.3',
  '192.168.0.1',
  '127.0.0.1',
  '::1',
  'fd00::1',
  'fe80::1',
  'fec0::1',
  '::ffff:192.168.0.1',
  'not an address',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['8.8.8.8', '2001:4860:4860::8888'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
  expect(hostOf(new URL(`https://${address.includes(':') ? `[${address}]` : address}/`))).toBe(address);
});

describe('the sender', () => {
  const keys = {
    publicKey: vapidPublicKey,
    privateKey: vapid.getPrivateKey('base64url'),
    subject: 'https://manabiba.test',
  };
  const message = { id: null, title: 'まなびば', body: '', url: '/', tag: 'test' };
  const options = { ttlSeconds: 60, urgency: 'normal' } as const;

  it('gives up an endpoint that never answers, and tries later', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const send = createPushSender({ ...keys, allowsPrivateEndpoints: true }, { deadlineMs: 200 });
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    expect((await send({ endpoint, ...newBrowser().keys }, message, options)).state).toBe('later');
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('never reaches an address that is not public', async () => {
    const send = createPushSender({ ...keys, allowsPrivateEndpoints: false });
    for (const endpoint of ['https://127.0.0.1/', `${origin}/one`, 'https://[::ffff:127.0.0.1]/'])
      expect(await send({ endpoint, ...newBrowser().keys }, message, options)).toMatchObject({ state: 'refused' });
    expect(received).toEqual([]);
  });

  it('does not connect to a name that leads to an address that is not public', async () => {
    const error = await new Promise((resolve) => {
      publicLookup('localhost', {}, resolve);
    });
    expect(error).toMatchObject({ name: 'PrivateAddressError' });
  });

  it('refuses keys that are no point of the curve', async () => {
    const send = createPushSender({ ...keys, allowsPrivateEndpoints: true });
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    expect(await send({ endpoint: `${origin}/one`, ...newBrowser().keys, p256dh }, message, options)).toMatchObject({
      state: 'refused',
    });
  });
});
