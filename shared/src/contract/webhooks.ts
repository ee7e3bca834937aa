import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { creating, organizers } from './event-editing';
import { MAX_WEBHOOK_URL_LENGTH } from './limits';
import { count, id, iso } from './primitives';
import { isWebAddress, NO_WEB_ADDRESS } from './web-address';
import { webhookTypes } from './webhook-types';

/*
 * Webhooks: what happens to the events of an organizer is posted to an address of theirs, at least once, as
 * https://www.standardwebhooks.com describes. The bodies are in webhook-messages.ts.
 */

const url = z
  .string()
  .check(
    z.maxLength(MAX_WEBHOOK_URL_LENGTH, {
      error: `URLは${MAX_WEBHOOK_URL_LENGTH}文字以内で入力してください。`,
      abort: true,
    }),
    z.refine(isWebAddress, { error: NO_WEB_ADDRESS }),
  );
const types = z
  .array(z.enum(webhookTypes))
  .check(z.minLength(1, { error: '通知する内容を1つ以上選んでください。' }), z.maxLength(webhookTypes.length));

const webhook = z.object({
  id,
  url: z.string(),
  types: z.array(z.enum(webhookTypes)),
  createdAt: iso,
  /** Since when every delivery has failed; null while they arrive. */
  failingSince: z.nullable(iso),
  /** When it was stopped, by its owner or because it failed for days; null: it runs. */
  stoppedAt: z.nullable(iso),
  /** Until when messages are also signed with the secret before; null: with one only. */
  previousSecretUntil: z.nullable(iso),
});
export type Webhook = z.output<typeof webhook>;

const webhookDelivery = z.object({
  id,
  type: z.enum([...webhookTypes, 'test']),
  createdAt: iso,
  /** `pending` until it has arrived or was given up. */
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: count,
  /** When the next attempt is due, while it is pending. */
  nextAttemptAt: z.nullable(iso),
  /** Of the last attempt; null before the first, or when there was no answer. */
  status: z.nullable(z.int()),
  /** How long the last attempt took; null before the first. */
  durationMs: z.nullable(count),
  /** The beginning of the last answer, or why there was none. */
  answer: z.string(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

/** The secret with which messages are signed. It is returned once. */
const secret = z.string();
const params = z.object({ id });

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  isExtension: true,
  method: 'GET',
  path: '/org/webhooks',
  summary: 'Returns the webhooks of the organizer, the newest first.',
  access: organizers,
  response: z.object({ items: z.array(webhook) }),
  errors: [],
  tags: ['Auth'],
});

export const createWebhook = endpoint({
  name: 'createWebhook',
  isExtension: true,
  method: 'POST',
  path: '/org/webhooks',
  summary:
    'Creates a webhook and returns the secret with which its messages are signed, once. The address is https and on the internet. An organizer has at most five.',
  access: { ...creating, needsVerifiedEmail: true },
  body: z.strictObject({ url, types }),
  response: z.extend(webhook, { secret }),
  status: 201,
  errors: ['invalid', 'conflict'],
  invalidates: ['Auth'],
  idempotencyKey: true,
});

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  isExtension: true,
  method: 'PATCH',
  path: '/org/webhooks/{id}',
  summary: 'Changes address or types of a webhook, stops it, or lets a stopped one run again.',
  access: organizers,
  params,
  body: z.strictObject({ url: z.optional(url), types: z.optional(types), isStopped: z.optional(z.boolean()) }),
  response: webhook,
  errors: ['invalid', 'not_found'],
  invalidates: ['Auth'],
});

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  isExtension: true,
  method: 'DELETE',
  path: '/org/webhooks/{id}',
  summary: 'Deletes a webhook with its deliveries. What has not arrived is sent no more.',
  access: organizers,
  params,
  response: null,
  errors: ['not_found'],
  invalidates: ['Auth'],
});

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  isExtension: true,
  method: 'POST',
  path: '/org/webhooks/{id}/secret',
  summary:
    'Replaces the secret of a webhook and returns the new one, once. For 24 hours messages are signed with both, so that the receiver can change it meanwhile.',
  access: organizers,
  params,
  response: z.object({ secret, previousSecretUntil: iso }),
  errors: ['not_found', 'rate_limited'],
  invalidates: ['Auth'],
  maxRetries: 0,
  idempotencyKey: true,
});

export const testWebhook = endpoint({
  name: 'testWebhook',
  isExtension: true,
  method: 'POST',
  path: '/org/webhooks/{id}/test',
  summary: 'Sends a message of the type `test`. `conflict` while the webhook is stopped.',
  access: organizers,
  params,
  response: webhookDelivery,
  status: 201,
  errors: ['not_found', 'conflict', 'rate_limited'],
  invalidates: ['Auth'],
  idempotencyKey: true,
});

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  isExtension: true,
  method: 'GET',
  path: '/org/webhooks/{id}/deliveries',
  summary: 'Returns the last 100 deliveries of a webhook, the latest first.',
  access: organizers,
  params,
  response: z.object({ items: z.array(webhookDelivery) }),
  errors: ['not_found'],
  tags: ['Auth'],
});

export const resendWebhookDelivery = endpoint({
  name: 'resendWebhookDelivery',
  isExtension: true,
  method: 'POST',
  path: '/org/webhooks/{id}/deliveries/{deliveryId}/resend',
  summary:
    'Sends a delivery again at once, with the same `webhook-id` and body. `conflict` while the webhook is stopped.',
  access: organizers,
  params: z.object({ id, deliveryId: id }),
  response: webhookDelivery,
  errors: ['not_found', 'conflict', 'rate_limited'],
  invalidates: ['Auth'],
  idempotencyKey: true,
});
