import { timingSafeEqual } from 'node:crypto';

import type { MailSubscription } from '@manabiba/shared/contract/notification-settings';
import { notificationKinds } from '@manabiba/shared/contract/notifications';

import { deriveKey, keyedDigest } from '../../../platform/security/sealed-text';

/** What a link in a mail may switch: the mails about one subject to or about one user. */
export interface MailLink {
  userId: string;
  subject: MailSubscription['subject'];
}

const subjects: readonly string[] = [...notificationKinds, 'weeklyDigest', 'guardianDigest'];

export type MailTokens = ReturnType<typeof createMailTokens>;

/**
 * Signed links for unsubscribing, which work without signing in and never expire: mails are kept for years. A link
 * allows nothing but switching the mails that it names.
 */
export function createMailTokens(secret: string) {
  const key = deriveKey(secret, 'mail subscriptions');
  const signatureOf = (text: string) => keyedDigest(key, text);

  return {
    make({ userId, subject }: MailLink): string {
      const text = `${userId}.${subject}`;
      return `${text}.${signatureOf(text)}`;
    },

    /** Returns what the token names, or null when it was not made here. */
    read(token: string): MailLink | null {
      const [userId = '', subject = '', signature = ''] = token.split('.');
      const expected = Buffer.from(signatureOf(`${userId}.${subject}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected) || !subjects.includes(subject))
        return null;
      return { userId, subject: subject as MailLink['subject'] };
    },
  };
}
