import type { PersonMail, PersonRecord } from '@manabiba/shared/contract/staff-people';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { type AccountMailsService, addressToVerify } from '../../account-links/account-mails.service';
import type { MailsService } from '../../mails/mails.service';
import { isMinor } from '../../users/age';
import { isPasswordFromSchool } from '../../users/user-states';
import type { LockedPerson, UsersService } from '../../users/users.service';
import type { StaffRepository } from '../staff.repository';
import type { SentMailRow, StaffPeopleRepository } from './staff-people.repository';

/** What decides which mails a user can be sent, and to which address. */
type Recipient = Pick<
  LockedPerson,
  | 'state'
  | 'email'
  | 'email_verified_at'
  | 'pending_email'
  | 'birth_date'
  | 'guardian_email'
  | 'guardian_consent_at'
  | 'guardian_refused_at'
  | 'partner_school_id'
>;

/** The templates of a mail. A password reset is queued without a user, so its last one is not known. */
const templates: Readonly<Record<PersonMail, readonly string[]>> = {
  verification: ['confirmation', 'email_change'],
  guardian_consent: ['guardian_consent'],
  documents_returned: ['documents_returned'],
  password_reset: [],
};
const sendableTemplates = Object.values(templates).flat();

/** Returns the address that a mail goes to; null when it has no purpose for this user. */
function addressOf(mail: PersonMail, person: Recipient, now: Date): string | null {
  if (person.state === 'suspended' || person.state === 'withdrawn') return null;
  switch (mail) {
    case 'verification':
      return addressToVerify(person);
    case 'guardian_consent': {
      const isAsked = person.guardian_consent_at === null && person.guardian_refused_at === null;
      return isAsked && person.partner_school_id === null && isMinor(person.birth_date, now)
        ? person.guardian_email
        : null;
    }
    case 'documents_returned':
      return person.state === 'need_resubmit' ? person.email : null;
    case 'password_reset':
      return isPasswordFromSchool(person) ? null : person.email;
  }
}

interface PersonMailsDeps {
  people: Pick<StaffPeopleRepository, 'find' | 'lastMails'>;
  users: Pick<UsersService, 'lock'>;
  mails: MailsService;
  accountMails: AccountMailsService;
  log: StaffRepository['log'];
  write: Write;
  clock: Clock;
}

export type PersonMailsService = ReturnType<typeof createPersonMailsService>;

/** Mails about an account that the staff sends to a user again. */
export function createPersonMailsService({ people, users, mails, accountMails, log, write, clock }: PersonMailsDeps) {
  async function queue(trx: Trx, mail: PersonMail, to: string, person: LockedPerson): Promise<void> {
    const { id: userId, nickname, resubmit_reason: reason } = person;
    switch (mail) {
      case 'verification':
        return void (await accountMails.verification(trx, person));
      case 'guardian_consent':
        return accountMails.guardianConsent(trx, { userId, nickname, guardianEmail: to });
      case 'documents_returned':
        return mails.send(trx, 'documents_returned', { to, userId, nickname, reason: reason ?? '' });
      case 'password_reset':
        return mails.askForReset(trx, to);
    }
  }

  return {
    /** Returns the mails that can be sent to a user now. */
    async list(userId: string, person: Recipient): Promise<PersonRecord['mails']> {
      const sent = await people.lastMails(userId, sendableTemplates);
      return (Object.keys(templates) as PersonMail[]).flatMap((mail) => {
        const to = addressOf(mail, person, clock.now());
        const last = sent.find(({ template }) => templates[mail].includes(template));
        return to === null ? [] : [{ mail, to, last: last ? toLast(last) : null }];
      });
    },

    /**
     * Sends a mail again. Throws `not_found`; `conflict` when it has no purpose any more; `rate_limited` when the
     * mailbox has received too many.
     */
    async send(viewer: SignedInViewer, userId: string, mail: PersonMail, reason: string): Promise<void> {
      const found = await people.find(userId);
      if (!found) throw new AppError('not_found');
      await accountMails.count(addressOf(mail, found, clock.now()));
      await write(async (trx) => {
        const person = await users.lock(trx, userId);
        const to = addressOf(mail, person, clock.now());
        if (to === null) throw new AppError('conflict');
        await queue(trx, mail, to, person);
        const action = `send-${mail.replace('_', '-')}`;
        await log(trx, { at: clock.now(), who: viewer.id, action, subjectId: userId, detail: reason });
      });
    },
  };
}

const toLast = ({ created_at: createdAt, sent_at: sentAt, failed_at: failedAt }: SentMailRow) => ({
  at: (sentAt ?? failedAt ?? createdAt).toISOString(),
  state: sentAt ? ('sent' as const) : failedAt ? ('failed' as const) : ('queued' as const),
});
