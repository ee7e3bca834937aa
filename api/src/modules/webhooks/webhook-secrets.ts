import { randomBytes } from 'node:crypto';

import { Webhook } from 'standardwebhooks';

import { deriveKey, encryptText, readText } from '../../platform/security/text-encryption';

const SECRET_BYTES = 32;

/** The secrets were stored under another `SESSION_SECRET`. */
export class UnreadableSecretsError extends Error {}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

/** Secrets with which messages are signed. They sign, so they are stored encrypted instead of as a digest. */
export function createWebhookSecrets(sessionSecret: string) {
  const key = deriveKey(sessionSecret, 'webhook secrets');
  return {
    create: (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
    encrypt: (secret: string): string => encryptText(key, secret),

    /**
     * Returns the value of the signature header: one signature for each encrypted secret that can be read. Throws
     * `UnreadableSecretsError` when there is none.
     */
    sign(encrypted: readonly string[], message: { id: string; at: Date; body: string }): string {
      const secrets = encrypted.flatMap((secret) => readText(key, secret) ?? []);
      if (secrets.length === 0) throw new UnreadableSecretsError();
      return secrets.map((secret) => new Webhook(secret).sign(message.id, message.at, message.body)).join(' ');
    },
  };
}
