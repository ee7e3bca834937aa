import type { Clock } from '../../platform/clock';
import { createGuardedFetch } from '../../platform/security/guarded-fetch';
import { PrivateAddressError } from '../../platform/security/public-address';
import { UnreadableSecretsError, type WebhookSecrets } from './webhook-secrets';

/** Longest time until a receiver has answered, in milliseconds. */
const DEADLINE_MS = 10_000;
/** What is read of an answer, in bytes, and kept, in characters. */
const READ_BYTES = 1024;
const KEPT_CHARACTERS = 200;

/** A message and where it goes. */
export interface OutgoingWebhook {
  url: string;
  messageId: string;
  body: string;
  /** Encrypted. */
  secrets: readonly string[];
}

export interface WebhookAttempt {
  /** Null when there was no answer. */
  status: number | null;
  /** The beginning of the answer, or why there was none. */
  answer: string;
  durationMs: number;
}

export type WebhookSender = (message: OutgoingWebhook) => Promise<WebhookAttempt>;

interface WebhookSenderDeps {
  allowsPrivate: boolean;
  secrets: WebhookSecrets;
  clock: Clock;
  deadlineMs?: number;
}

/**
 * Posts messages as Standard Webhooks describes. Addresses are chosen by whoever registers them: see
 * `createGuardedFetch`.
 */
export function createWebhookSender({
  allowsPrivate,
  secrets,
  clock,
  deadlineMs = DEADLINE_MS,
}: WebhookSenderDeps): WebhookSender {
  const fetch = createGuardedFetch({
    allowsPrivate,
    timeoutMs: deadlineMs,
    maxBytes: READ_BYTES,
    cutsLongAnswers: true,
  });

  return async ({ url, messageId: id, body, secrets: encrypted }) => {
    const at = clock.now();
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Manabiba-Webhooks/1',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': secrets.sign(encrypted, { id, at, body }),
        },
        body,
      });
      return { status: response.status, answer: beginningOf(await response.text()), durationMs: durationMs() };
    } catch (error) {
      return { status: null, answer: reasonOf(error), durationMs: durationMs() };
    }
  };
}

/** The database stores no NUL. */
const beginningOf = (text: string) => [...text.replaceAll('\0', '')].slice(0, KEPT_CHARACTERS).join('');

/** The owner reads it, so it names no address that a name leads to. */
function reasonOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'このアドレスには送信できません。';
  if (error instanceof UnreadableSecretsError) return '署名の秘密鍵を読み取れません。新しい秘密鍵にしてください。';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  if (isLate) return '時間内に応答がありませんでした。';
  return code === '' ? '正しい応答がありませんでした。' : `接続できませんでした。(${code})`;
}
