import { randomBytes } from 'node:crypto';

import { Webhook } from 'standardwebhooks';

import { deriveKey, seal, unseal } from '../../platform/security/sealed-text';

const SECRET_BYTES = 32;

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

/** Secrets with which messages are signed. They sign, so they are stored encrypted instead of as a digest. */
export function createWebhookSecrets(sessionSecret: string) {
  const key = deriveKey(sessionSecret, 'webhook secrets');
  return {
    create: (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
    seal: (secret: string): string => seal(key, secret),

    /** Returns the value of the signature header: one signature for each sealed secret. */
    sign(sealed: readonly string[], message: { id: string; at: Date; body: string }): string {
      return sealed
        .map((secret) => new Webhook(unseal(key, secret)).sign(message.id, message.at, message.body))
        .join(' ');
    },
  };
}
