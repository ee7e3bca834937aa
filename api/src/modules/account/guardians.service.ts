import { mailboxOf } from '@manabiba/shared/contract/email-address';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { AppError } from '../../http/app-error';
import type { SignedInViewer } from '../../http/viewer';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/db';
import type { Limiter } from '../../platform/limiter';
import { inTransaction } from '../../platform/transaction';
import type { AccountLettersService } from '../account-links/account-letters.service';
import type { AccountLinksService } from '../account-links/account-links.service';
import type { MailsService } from '../mails/mails.service';
import type { SessionsService } from '../sessions/sessions.service';
import { isMinor } from '../users/age';
import type { LockedPerson, UsersService } from '../users/users.service';

const REQUESTS = { max: 5, windowSeconds: 24 * 3600 };
const ANSWERS = { max: 60, windowSeconds: 3600 };

interface GuardiansDeps {
  db: Db;
  users: UsersService;
  sessions: SessionsService;
  links: AccountLinksService;
  letters: AccountLettersService;
  mails: MailsService;
  limiter: Limiter;
  clock: Clock;
}

export type GuardiansService = ReturnType<typeof createGuardiansService>;

/** Guardians: asked by mail, answer by the link in it, have no account. */
export function createGuardiansService({ db, users, sessions, links, letters, mails, limiter, clock }: GuardiansDeps) {
  /** Asks for consent at a mailbox that is not the person's own. Adults need none (`age_restricted`); a school holds that of its pupils, and consent is given once (`already`). */
  async function ask(trx: Trx, person: LockedPerson, email: string): Promise<void> {
    if (!isMinor(person.birth_date, clock.now())) throw new AppError('age_restricted');
    if (person.partner_school_id !== null || person.guardian_consent_at !== null) throw new AppError('already');
    const own = [person.email, person.pending_email].filter((address) => address !== null);
    if (own.some((address) => mailboxOf(address) === mailboxOf(email))) {
      throw new AppError('invalid', { fields: { guardianEmail: '保護者の方のメールアドレスを入力してください。' } });
    }
    await limiter.consume(`guardian:${person.id}`, REQUESTS);
    await users.change(trx, person.id, { guardian_email: email });
    await letters.guardianConsent(trx, { userId: person.id, nickname: person.nickname, guardianEmail: email });
  }

  return {
    ask,

    async request(viewer: SignedInViewer, email: string): Promise<SignedInMe> {
      await letters.count(email);
      await inTransaction(db, async (trx) => ask(trx, await users.lock(trx, viewer.id), email));
      return users.signedInMe(viewer.id);
    },

    /** Who asks, for whoever has the link. */
    async show(token: string): Promise<{ nickname: string; birthDate: string }> {
      const { userId } = await links.find('guardian_consent', token);
      const person = await inTransaction(db, (trx) => users.lock(trx, userId));
      return { nickname: person.nickname, birthDate: person.birth_date };
    },

    /** The guardian's answer. One that was asked at an address that is no longer the guardian's counts as expired. */
    async answer(token: string, { agree, name }: { agree: boolean; name: string }, address: string): Promise<{ agreed: boolean }> {
      await limiter.consume(`guardian-answer:${address}`, ANSWERS);
      const userId = await inTransaction(db, async (trx) => {
        const target = await links.take(trx, 'guardian_consent', token);
        const person = await users.lock(trx, target.userId);
        if (person.guardian_email?.toLowerCase() !== target.email.toLowerCase()) throw new AppError('link_expired');
        if (agree) await users.change(trx, person.id, { guardian_consent_at: clock.now(), guardian_name: name });
        else if (person.email !== null) await mails.send(trx, 'guardian_declined', { to: person.email, userId: person.id, nickname: person.nickname });
        return person.id;
      });
      sessions.forgetPerson(userId);
      return { agreed: agree };
    },
  };
}
