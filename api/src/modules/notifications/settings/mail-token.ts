import { timingSafeEqual } from 'node:crypto';

import type { MailSubscription } from '@manabiba/shared/contract/notification-settings';
import { notificationKinds } from '@manabiba/shared/contract/notifications';

import { deriveKey, keyedDigest } from '../../../platform/security/text-encryption';

/**
 * What a link in a mail may switch: the mails about one subject to or about one user, or the messages of one host, also to
 * the guest with the ticket of that id.
 */
export type MailLink =
  | { userId: string; subject: Exclude<MailSubscription['subject'], 'hostMessages'> }
  | { userId: string; subject: 'hostMessages'; hostId: string };

const subjects: readonly string[] = [...notificationKinds, 'weeklyDigest', 'guardianDigest'];

export type MailTokens = ReturnType<typeof createMailTokens>;

/**
 * Signed links for unsubscribing, which work without signing in and never expire: mails are kept for years. A link
 * allows nothing but switching these mails.
 */
export function createMailTokens(secret: string) {
  const key = deriveKey(secret, 'mail subscriptions');
  const signatureOf = (text: string) => keyedDigest(key, text);

  return {
    make(link: MailLink): string {
      const text = [link.userId, link.subject, ...(link.subject === 'hostMessages' ? [link.hostId] : [])].join('.');
      return `${text}.${signatureOf(text)}`;
    },

    /** Returns what the token names, or null when it was not made here. */
    read(token: string): MailLink | null {
      const parts = token.split('.');
      const given = Buffer.from(parts.pop() ?? '');
      const expected = Buffer.from(signatureOf(parts.join('.')));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [userId = '', subject = '', hostId] = parts;
      if (subject === 'hostMessages' && hostId !== undefined) return { userId, subject, hostId };
      return subjects.includes(subject) ? ({ userId, subject } as MailLink) : null;
    },
  };
}
