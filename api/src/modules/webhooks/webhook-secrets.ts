import { randomBytes } from 'node:crypto';

import { Webhook } from 'standardwebhooks';

import { decryptText, deriveKey, encryptText } from '../../platform/security/text-encryption';

const SECRET_BYTES = 32;

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

/** Secrets with which messages are signed. They sign, so they are stored encrypted instead of as a digest. */
export function createWebhookSecrets(sessionSecret: string) {
  const key = deriveKey(sessionSecret, 'webhook secrets');
  return {
    create: (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
    encrypt: (secret: string): string => encryptText(key, secret),

    /** Returns the value of the signature header: one signature for each encrypted secret. */
    sign(encrypted: readonly string[], message: { id: string; at: Date; body: string }): string {
      return encrypted
        .map((secret) => new Webhook(decryptText(key, secret)).sign(message.id, message.at, message.body))
        .join(' ');
    },
  };
}
