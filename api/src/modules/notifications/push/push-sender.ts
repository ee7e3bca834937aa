import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import type { PushMessage } from '@manabiba/shared/contract/push-subscriptions';
import type { RequestDetails } from 'web-push';

import { hostOf, isPublicHttpsUrl, PrivateAddressError, publicLookup } from '../../../platform/security/public-address';
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
 * What became of a message. `gone`: the browser has ended the subscription. `refused`: it will never be accepted.
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
      return outcomeOf(await post(details, { allowsPrivate: allowsPrivateEndpoints, deadlineMs }));
    } catch (error) {
      if (error instanceof PrivateAddressError) return { state: 'refused', reason: error.message };
      return { state: 'later', reason: messageOf(error) };
    }
  };
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

function post(
  { endpoint, method, headers, body }: RequestDetails,
  { allowsPrivate, deadlineMs }: { allowsPrivate: boolean; deadlineMs: number },
): Promise<Answer> {
  const url = new URL(endpoint);
  if (!allowsPrivate && !isPublicHttpsUrl(url)) throw new PrivateAddressError(hostOf(url));
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      {
        method,
        headers: headers as Record<string, string>,
        signal: AbortSignal.timeout(deadlineMs),
        ...(allowsPrivate ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        const { statusCode: status = 0 } = answer;
        resolve({ status, retryAfter: answer.headers['retry-after'] });
        answer.on('error', () => undefined).resume();
        answer.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function outcomeOf({ status, retryAfter }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return { state: 'sent' };
  if (GONE.includes(status)) return { state: 'gone' };
  const reason = `status ${status}`;
  if (status !== TOO_MANY_REQUESTS && status < 500) return { state: 'refused', reason };
  const seconds = Number(retryAfter);
  return seconds > 0
    ? { state: 'later', reason, waitMs: Math.min(seconds, MAX_WAIT_SECONDS) * 1000 }
    : { state: 'later', reason };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
