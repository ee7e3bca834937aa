import { createHash } from 'node:crypto';

import { mailboxOf } from '@manabiba/shared/contract/email-address';

import type { Trx } from '../../platform/database/db';
import type { Limiter } from '../../platform/security/limiter';
import type { MailsService } from '../mails/mails.service';
import type { AccountLinksService } from './account-links.service';

/** How many mails with a link one mailbox may receive, whoever requests them and however the address is written. */
const MAILS_PER_MAILBOX = { max: 20, windowSeconds: 3600 };

/** Returns the address that a user still has to verify: a new one, or the one they have. */
export const addressToVerify = (person: {
  email: string | null;
  pending_email: string | null;
  email_verified_at: Date | null;
}): string | null => person.pending_email ?? (person.email_verified_at === null ? person.email : null);

interface Addressee {
  userId: string;
  nickname: string;
  email: string;
}

export type AccountMailsService = ReturnType<typeof createAccountMailsService>;

/** Mails with a link: the link is created and the mail queued in the caller's transaction. */
export function createAccountMailsService({
  links,
  mails,
  limiter,
}: {
  links: AccountLinksService;
  mails: MailsService;
  limiter: Limiter;
}) {
  return {
    /** Counts the mails about to be sent to these addresses; too many to one mailbox is `rate_limited`. */
    async count(...addresses: (string | null | undefined)[]): Promise<void> {
      for (const email of addresses)
        if (email) await limiter.consume(`letters:${mailboxDigest(email)}`, MAILS_PER_MAILBOX);
    },

    /** Sends the mail that verifies an address. */
    async confirmation(trx: Trx, { userId, nickname, email }: Addressee): Promise<void> {
      const token = await links.issue(trx, 'verify_email', { userId, email });
      await mails.send(trx, 'confirmation', { to: email, userId, nickname, token });
    },

    /** Does the same for an address that will replace another. */
    async emailChange(trx: Trx, { userId, nickname, email }: Addressee): Promise<void> {
      const token = await links.issue(trx, 'verify_email', { userId, email });
      await mails.send(trx, 'email_change', { to: email, userId, nickname, token });
    },

    /** Sends the mail that verifies the address that a user still has to verify. Returns false when there is none. */
    async verification(
      trx: Trx,
      person: { id: string; nickname: string } & Parameters<typeof addressToVerify>[0],
    ): Promise<boolean> {
      const email = addressToVerify(person);
      if (email === null) return false;
      const addressee = { userId: person.id, nickname: person.nickname, email };
      await (person.pending_email === null ? this.confirmation(trx, addressee) : this.emailChange(trx, addressee));
      return true;
    },

    /** Asks a guardian for consent. */
    async guardianConsent(
      trx: Trx,
      { userId, nickname, guardianEmail }: { userId: string; nickname: string; guardianEmail: string },
    ): Promise<void> {
      const token = await links.issue(trx, 'guardian_consent', { userId, email: guardianEmail });
      await mails.send(trx, 'guardian_consent', { to: guardianEmail, userId, nickname, token });
    },
  };
}

/** Digest of a mailbox for stored counters, which must not reveal its owner. */
const mailboxDigest = (email: string) => createHash('sha256').update(mailboxOf(email)).digest('base64url');
