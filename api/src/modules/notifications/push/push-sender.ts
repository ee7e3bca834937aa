import type { PushMessage } from '@manabiba/shared/contract/push-subscriptions';
import type { RequestDetails } from 'web-push';

import { createGuardedFetch } from '../../../platform/security/guarded-fetch';
import { PrivateAddressError } from '../../../platform/security/public-address';
import type { PushEnv } from '../../../push-env';

/** Where a browser receives messages, with the keys for encrypting them. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushOptions {
  /** How long the push service keeps it for a device that is offline, in seconds. */
  ttlSeconds: number;
  /** A later message with the same topic replaces one that is not delivered yet. */
  topic?: string;
  urgency: 'normal' | 'high';
}

/**
 * The outcome of a message. `gone`: the browser has ended the subscription. `refused`: it will never be accepted.
 * `later`: the push service cannot be reached or asks to wait; `waitMs` is what it asked for.
 */
export type PushOutcome =
  | { state: 'sent' }
  | { state: 'gone' }
  | { state: 'refused'; reason: string }
  | { state: 'later'; reason: string; waitMs?: number };

export type PushSender = (target: PushTarget, message: PushMessage, options: PushOptions) => Promise<PushOutcome>;

/** Longest time until a push service answers, in milliseconds. */
const DEADLINE_MS = 10_000;
const TOO_MANY_REQUESTS = 429;
const GONE = [404, 410];
const MAX_WAIT_SECONDS = 3600;

/**
 * Sends messages by web push (RFC 8030, 8291, 8292). Endpoints are chosen by whoever registers them, so only public
 * addresses are reached, redirects are not followed, and answers are not read.
 */
export function createPushSender(
  { publicKey, privateKey, subject, allowsPrivateEndpoints }: PushEnv,
  { deadlineMs = DEADLINE_MS } = {},
): PushSender {
  const fetch = createGuardedFetch({
    allowsPrivate: allowsPrivateEndpoints,
    timeoutMs: deadlineMs,
    maxBytes: 0,
    cutsLongAnswers: true,
  });
  return async (target, message, { ttlSeconds, topic, urgency }) => {
    const { default: webPush } = await import('web-push');
    let details: RequestDetails;
    try {
      details = webPush.generateRequestDetails(
        { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
        JSON.stringify(message),
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: ttlSeconds,
          urgency,
          contentEncoding: 'aes128gcm',
          ...(topic === undefined ? {} : { topic }),
        },
      );
    } catch (error) {
      // Keys that are no point of the curve, for example.
      return { state: 'refused', reason: messageOf(error) };
    }
    try {
      const { endpoint, method, headers, body } = details;
      return outcomeOf(await fetch(endpoint, { method, headers: headers as Record<string, string>, body }));
    } catch (error) {
      if (error instanceof PrivateAddressError) return { state: 'refused', reason: error.message };
      return { state: 'later', reason: messageOf(error) };
    }
  };
}

function outcomeOf({ status, headers }: Response): PushOutcome {
  if (status >= 200 && status < 300) return { state: 'sent' };
  if (GONE.includes(status)) return { state: 'gone' };
  const reason = `status ${status}`;
  if (status !== TOO_MANY_REQUESTS && status < 500) return { state: 'refused', reason };
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0
    ? { state: 'later', reason, waitMs: Math.min(seconds, MAX_WAIT_SECONDS) * 1000 }
    : { state: 'later', reason };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
