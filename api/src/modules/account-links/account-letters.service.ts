import type { Trx } from '../../platform/db';
import type { MailsService } from '../mails/mails.service';
import type { AccountLinksService } from './account-links.service';

interface Addressee {
  userId: string;
  nickname: string;
  email: string;
}

export type AccountLettersService = ReturnType<typeof createAccountLettersService>;

/** Letters with a link in them: making the link and sending it is one step, in the transaction of what it is about. */
export function createAccountLettersService({ links, mails }: { links: AccountLinksService; mails: MailsService }) {
  return {
    /** Asks whoever reads mail at this address to verify it. */
    async confirmation(trx: Trx, { userId, nickname, email }: Addressee): Promise<void> {
      const token = await links.issue(trx, 'verify_email', { userId, email });
      await mails.send(trx, 'confirmation', { to: email, userId, nickname, token });
    },

    /** The same for an address that is to take the place of another. */
    async emailChange(trx: Trx, { userId, nickname, email }: Addressee): Promise<void> {
      const token = await links.issue(trx, 'verify_email', { userId, email });
      await mails.send(trx, 'email_change', { to: email, userId, nickname, token });
    },

    /** Asks a guardian for consent. */
    async guardianConsent(trx: Trx, { userId, nickname, guardianEmail }: { userId: string; nickname: string; guardianEmail: string }): Promise<void> {
      const token = await links.issue(trx, 'guardian_consent', { userId, email: guardianEmail });
      await mails.send(trx, 'guardian_consent', { to: guardianEmail, userId, nickname, token });
    },
  };
}
