import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id, iso } from './primitives';

const access = { session: 'person', whileResubmitting: true } as const;

const MAX_ENDPOINT_LENGTH = 1000;
const MAX_KEY_LENGTH = 120;
const base64Url = z.string().check(z.maxLength(MAX_KEY_LENGTH, { abort: true }), z.regex(/^[A-Za-z0-9_-]+=*$/));

const pushSubscription = z.object({
  id,
  /** The browser's own description of itself. */
  userAgent: z.string(),
  createdAt: iso,
  /** When a message was last accepted for it. */
  lastUsedAt: z.nullable(iso),
  /** It belongs to the session of the call. */
  isCurrent: z.boolean(),
});
export type PushDevice = z.output<typeof pushSubscription>;

/** The decrypted message that a service worker receives. */
export interface PushMessage {
  /** The notification; null for a test. */
  id: string | null;
  title: string;
  body: string;
  /** A path inside the product. */
  url: string;
  /** A later message with the same tag replaces an earlier one. */
  tag: string;
}

export const getPushKey = endpoint({
  name: 'getPushKey',
  isExtension: true,
  method: 'GET',
  path: '/push_key',
  summary: 'Returns the public VAPID key for subscribing; null when push is not configured.',
  access: { session: 'public', whileResubmitting: true },
  response: z.object({ publicKey: z.nullable(z.string()) }),
  errors: [],
});

export const listPushSubscriptions = endpoint({
  name: 'listPushSubscriptions',
  isExtension: true,
  method: 'GET',
  path: '/me/push_subscriptions',
  summary: 'Returns the devices that receive push messages, the latest first.',
  access,
  response: z.object({ items: z.array(pushSubscription) }),
  errors: [],
  tags: ['Notification'],
});

export const createPushSubscription = endpoint({
  name: 'createPushSubscription',
  isExtension: true,
  method: 'POST',
  path: '/me/push_subscriptions',
  summary:
    'Registers the push subscription of this browser, for as long as its session lasts. The same endpoint is registered once, for whoever registered it last; `replaces` is the endpoint that it renews.',
  access,
  body: z.strictObject({
    endpoint: z.string().check(z.maxLength(MAX_ENDPOINT_LENGTH, { abort: true }), z.url()),
    keys: z.strictObject({ p256dh: base64Url, auth: base64Url }),
    replaces: z.optional(z.string().check(z.maxLength(MAX_ENDPOINT_LENGTH))),
  }),
  response: pushSubscription,
  status: 201,
  errors: ['invalid', 'unavailable'],
  invalidates: ['Notification'],
});

export const deletePushSubscription = endpoint({
  name: 'deletePushSubscription',
  isExtension: true,
  method: 'DELETE',
  path: '/me/push_subscriptions/{id}',
  summary: 'Stops push messages to a device. Repeating the call changes nothing.',
  access,
  params: z.object({ id }),
  response: null,
  errors: [],
  invalidates: ['Notification'],
});

export const testPushSubscription = endpoint({
  name: 'testPushSubscription',
  isExtension: true,
  method: 'POST',
  path: '/me/push_subscriptions/{id}/test',
  summary:
    'Sends a test message to a device. Answers push_gone when the browser has ended the subscription, which is then removed.',
  access,
  params: z.object({ id }),
  response: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'push_gone', 'rate_limited', 'unavailable'],
  maxRetries: 0,
});
