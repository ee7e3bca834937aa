import { createECDH } from 'node:crypto';

import * as z from 'zod/mini';

/** The variables of web push. */
export const pushSchema = {
  /** The key pair by which push services recognise this product (VAPID), in base64url. Without it nothing is pushed. */
  VAPID_PUBLIC_KEY: z._default(z.string(), ''),
  VAPID_PRIVATE_KEY: z._default(z.string(), ''),
  /** Whom push services may contact: mailto: or https:. Default: PUBLIC_URL. */
  VAPID_SUBJECT: z._default(
    z.union([
      z.literal(''),
      z.string().check(z.regex(/^(mailto:|https:\/\/)/, { error: 'must begin with mailto: or https://' })),
    ]),
    '',
  ),
  /** Push services on private addresses and without TLS: for tests that run one themselves. */
  PUSH_PRIVATE_ENDPOINTS: z._default(z.enum(['refused', 'allowed']), 'refused'),
};

export interface PushEnv {
  publicKey: string;
  privateKey: string;
  subject: string;
  allowsPrivateEndpoints: boolean;
}

type PushVariables = { [K in keyof typeof pushSchema]: z.output<(typeof pushSchema)[K]> };

/** Both keys or neither, and of one pair. */
export function pushProblems(given: Record<string, string | undefined>): string[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given;
  if (!publicKey && !privateKey) return [];
  if (!publicKey || !privateKey) return ['VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are needed together'];
  return isPair(publicKey, privateKey) ? [] : ['VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY'];
}

function isPair(publicKey: string, privateKey: string): boolean {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(privateKey, 'base64url');
    return curve.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

/** Returns how messages are pushed; null when no keys are set. */
export function toPush(data: PushVariables, publicUrl: string): PushEnv | null {
  if (data.VAPID_PUBLIC_KEY === '') return null;
  return {
    publicKey: data.VAPID_PUBLIC_KEY,
    privateKey: data.VAPID_PRIVATE_KEY,
    // Push services refuse a subject that is not reachable by https; development has no such address.
    subject: data.VAPID_SUBJECT || (publicUrl.startsWith('https://') ? publicUrl : 'mailto:noreply@manabiba.example'),
    allowsPrivateEndpoints: data.PUSH_PRIVATE_ENDPOINTS === 'allowed',
  };
}
