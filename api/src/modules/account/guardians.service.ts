import type { GuardianConsent } from '@manabiba/shared/contract/account';
import { mailboxOf } from '@manabiba/shared/contract/email-address';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { addMilliseconds, max } from 'date-fns';
import { millisecondsInDay, secondsInDay } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Limiter } from '../../platform/security/limiter';
import type { AccountLinksService } from '../account-links/account-links.service';
import type { AccountMailsService } from '../account-links/account-mails.service';
import type { MailsService } from '../mails/mails.service';
import type { SessionsService } from '../sessions/sessions.service';
import { comingOfAge, isMinor } from '../users/age';
import type { LockedPerson, UsersService } from '../users/users.service';
import type { ConsentWithdrawalService } from './consent-withdrawal.service';

const REQUESTS = { max: 5, windowSeconds: secondsInDay };
const ANSWERS = { max: 60, windowSeconds: 3600 };
/** How long a link with given consent allows withdrawing it at least. */
const WITHDRAWAL_MS = 14 * millisecondsInDay;

interface GuardiansDeps {
  db: Db;
  users: UsersService;
  sessions: SessionsService;
  links: AccountLinksService;
  accountMails: AccountMailsService;
  mails: MailsService;
  withdrawal: ConsentWithdrawalService;
  limiter: Limiter;
  clock: Clock;
}

export type GuardiansService = ReturnType<typeof createGuardiansService>;

/** Guardians: asked by mail, they answer through its link and have no account. */
export function createGuardiansService({
  db,
  users,
  sessions,
  links,
  accountMails,
  mails,
  withdrawal,
  limiter,
  clock,
}: GuardiansDeps) {
  /**
   * Requests consent at a mailbox other than the user's own. Adults need none (`age_restricted`); schools hold that of
   * their pupils, and consent is given once (`already`).
   */
  async function ask(trx: Trx, person: LockedPerson, email: string): Promise<void> {
    if (!isMinor(person.birth_date, clock.now())) throw new AppError('age_restricted');
    if (person.partner_school_id !== null || person.guardian_consent_at !== null) throw new AppError('already');
    const own = [person.email, person.pending_email].filter((address) => address !== null);
    if (own.some((address) => mailboxOf(address) === mailboxOf(email))) {
      throw new AppError('invalid', { fields: { guardianEmail: '保護者の方のメールアドレスを入力してください。' } });
    }
    await limiter.consume(`guardian:${person.id}`, REQUESTS, trx);
    await users.change(trx, person.id, { guardian_email: email, guardian_refused_at: null });
    await accountMails.guardianConsent(trx, { userId: person.id, nickname: person.nickname, guardianEmail: email });
  }

  /** Rejects a guardian who was asked but has since been replaced. */
  function requireGuardian(person: LockedPerson, email: string): void {
    if (person.guardian_email?.toLowerCase() !== email.toLowerCase()) throw new AppError('link_expired');
  }

  async function lockPersonOf(trx: Trx, token: string): Promise<{ person: LockedPerson; isUsed: boolean }> {
    const { userId, email, isUsed } = await links.look(trx, 'guardian_consent', token);
    const person = await users.lock(trx, userId);
    requireGuardian(person, email);
    return { person, isUsed };
  }

  /** The link stays valid for withdrawing consent as long as consent matters. */
  async function agreeBy(
    trx: Trx,
    person: LockedPerson,
    { token, name, email }: { token: string; name: string; email: string },
  ): Promise<void> {
    const now = clock.now();
    await users.change(trx, person.id, { guardian_consent_at: now, guardian_name: name, guardian_refused_at: null });
    await links.expireAt(trx, token, max([comingOfAge(person.birth_date), addMilliseconds(now, WITHDRAWAL_MS)]));
    await mails.send(trx, 'guardian_agreed', { to: email, userId: person.id, nickname: person.nickname, token });
  }

  /** A guardian who consented through another link and declines through this one withdraws the consent. */
  async function decline(trx: Trx, person: LockedPerson, token: string): Promise<void> {
    const now = clock.now();
    await links.expireAt(trx, token, now);
    if (await withdrawal.withdraw(trx, person)) return;
    await users.change(trx, person.id, { guardian_refused_at: now });
    if (person.email !== null)
      await mails.send(trx, 'guardian_declined', { to: person.email, userId: person.id, nickname: person.nickname });
  }

  return {
    ask,

    async request(viewer: SignedInViewer, email: string): Promise<SignedInMe> {
      await accountMails.count(email);
      await inTransaction(db, async (trx) => ask(trx, await users.lock(trx, viewer.id), email));
      return users.signedInMe(viewer.id);
    },

    /** Returns the requesting user and the state of the consent to the holder of the link. */
    async show(token: string): Promise<GuardianConsent> {
      const { person, isUsed } = await inTransaction(db, (trx) => lockPersonOf(trx, token));
      const stateWithoutConsent = isUsed ? 'withdrawn' : 'asked';
      return {
        nickname: person.nickname,
        birthDate: person.birth_date,
        state: person.guardian_consent_at === null ? stateWithoutConsent : 'given',
        givenAt: person.guardian_consent_at?.toISOString() ?? null,
      };
    },

    /** Withdraws consent through the mailed link, without signing in. Repeating it changes nothing. */
    async withdraw(token: string, address: string): Promise<void> {
      await limiter.consume(`guardian-answer:${address}`, ANSWERS);
      const userId = await inTransaction(db, async (trx) => {
        const { person } = await lockPersonOf(trx, token);
        await withdrawal.withdraw(trx, person);
        return person.id;
      });
      sessions.forgetPerson(userId);
    },

    /** Records the guardian's answer. A link sent to an address that is no longer the guardian's counts as expired. */
    async answer(
      token: string,
      { agree, name }: { agree: boolean; name: string },
      address: string,
    ): Promise<{ agreed: boolean }> {
      await limiter.consume(`guardian-answer:${address}`, ANSWERS);
      const userId = await inTransaction(db, async (trx) => {
        const target = await links.take(trx, 'guardian_consent', token);
        const person = await users.lock(trx, target.userId);
        requireGuardian(person, target.email);
        if (agree) await agreeBy(trx, person, { token, name, email: target.email });
        else await decline(trx, person, token);
        return person.id;
      });
      sessions.forgetPerson(userId);
      return { agreed: agree };
    },
  };
}
