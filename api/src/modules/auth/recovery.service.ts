import { mailboxOf } from '@manabiba/shared/contract/email-address';
import type { SignedInMe } from '@manabiba/shared/contract/users';

import { isSignedIn, type SignedInViewer, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Limiter } from '../../platform/security/limiter';
import type { AccountLinksService } from '../account-links/account-links.service';
import { type AccountMailsService, addressToVerify } from '../account-links/account-mails.service';
import type { FindReset, MailsService } from '../mails/mails.service';
import type { SessionsService } from '../sessions/sessions.service';
import { isPasswordFromSchool, verifiedStates } from '../users/user-states';
import type { UsersService } from '../users/users.service';
import type { ApiKeyRecordsService } from './api-keys/api-key-records.service';
import { digestOf, failuresAnywhere } from './digest';
import type { PasskeyRecordsService } from './passkeys/passkey-records.service';
import type { Passwords } from './passwords';

/** How often a user may have the verification mail resent. */
const RESENDS = { max: 3, windowSeconds: 10 * 60 };
/** How often a reset link may be requested for one mailbox, by anyone. */
const RESETS_PER_MAILBOX = { max: 5, windowSeconds: 3600 };
/** Link attempts from one address: tokens cannot be guessed, and legitimate users need few attempts. */
const LINK_TRIES = { max: 60, windowSeconds: 3600 };

interface RecoveryDeps {
  db: Db;
  users: UsersService;
  sessions: SessionsService;
  passkeys: Pick<PasskeyRecordsService, 'namesOf'>;
  apiKeys: ApiKeyRecordsService;
  links: AccountLinksService;
  accountMails: AccountMailsService;
  mails: MailsService;
  passwords: Passwords;
  limiter: Limiter;
  clock: Clock;
  limits: { mailsPerHour: number };
}

const done = { ok: true as const };

export type RecoveryService = ReturnType<typeof createRecoveryService>;

/** Password reset and address verification through mailed links. */
export function createRecoveryService(deps: RecoveryDeps) {
  const { db, users, sessions, passkeys, apiKeys, links, accountMails, mails, passwords, limiter, clock, limits } =
    deps;

  const countLinkTry = (address: string) => limiter.consume(`link:${address}`, LINK_TRIES);

  return {
    /** Requests a password reset link. The account is looked up after the answer, when the mail is sent. */
    async requestPasswordReset(email: string, address: string) {
      await limiter.consume(`mail:${address}`, { max: limits.mailsPerHour, windowSeconds: 3600 });
      await limiter.consume(`reset:${digestOf(mailboxOf(email))}`, RESETS_PER_MAILBOX);
      await inTransaction(db, (trx) => mails.askForReset(trx, email));
      return { ...done, isDelayed: mails.isDelayed() };
    },

    /**
     * Finds the recipient of a reset link. A pupil with an unverified address gets none: the school gives out
     * passwords.
     */
    findReset: (async (email) => {
      const person = await users.credentialByEmail(email);
      if (!person || isPasswordFromSchool(person)) return null;
      const token = await inTransaction(db, (trx) => links.issue(trx, 'reset_password', { userId: person.id, email }));
      return { nickname: person.nickname, token };
    }) satisfies FindReset,

    /**
     * Sets a new password and ends every session of the user, which locks out anyone who knew the old one. Passkeys
     * stay: forgetting a password is no reason to lose them. The mail names them.
     */
    async resetPassword({ token, password }: { token: string; password: string }, address: string) {
      await countLinkTry(address);
      const passwordHash = await passwords.hash(password);
      await inTransaction(db, async (trx) => {
        const { userId, email } = await links.take(trx, 'reset_password', token);
        const person = await users.lock(trx, userId);
        if (person.email?.toLowerCase() !== email.toLowerCase()) throw new AppError('link_expired');
        if (isPasswordFromSchool(person)) throw new AppError('email_account_only');
        await users.change(trx, userId, {
          password_hash: passwordHash,
          // Whoever began these may be the one whom the new password is to keep out.
          pending_email: null,
          ...(person.email_verified_at === null ? { provider_subject: null } : {}),
        });
        await sessions.endAll(trx, userId);
        await links.endSecretLinks(trx, userId);
        await mails.send(trx, 'password_changed', {
          to: email,
          userId,
          nickname: person.nickname,
          passkeys: await passkeys.namesOf(trx, userId),
          apiKeys: await apiKeys.namesOf(trx, userId),
        });
        // Unlocks an owner who was locked out by other people's guesses.
        await limiter.reset(failuresAnywhere(`email:${email.toLowerCase()}`), trx);
      });
      return done;
    },

    /** Checks whether a reset link still works; `link_expired` otherwise. */
    async lookAtReset(token: string, address: string) {
      await countLinkTry(address);
      const { userId, email } = await links.find('reset_password', token);
      if ((await users.signedInMe(userId)).email?.toLowerCase() !== email.toLowerCase())
        throw new AppError('link_expired');
      return done;
    },

    /** Verifies the address that the link was sent to. Returns the user only to that user. */
    async verifyEmail(token: string, viewer: Viewer, address: string): Promise<{ user: SignedInMe } | { ok: true }> {
      await countLinkTry(address);
      const userId = await inTransaction(db, async (trx) => {
        const target = await links.take(trx, 'verify_email', token);
        const person = await users.lock(trx, target.userId);
        const isNew = person.pending_email?.toLowerCase() === target.email.toLowerCase();
        const isCurrent = person.email?.toLowerCase() === target.email.toLowerCase();
        // Changed again meanwhile, or taken by a faster user.
        if ((!isNew && !isCurrent) || (isNew && (await users.isEmailTaken(trx, target.email, person.id))))
          throw new AppError('link_expired');
        await users.change(trx, person.id, {
          email_verified_at: clock.now(),
          ...verifiedStates(person, users.isStudentAge(person.birth_date)),
          ...(isNew ? { email: target.email, pending_email: null } : {}),
        });
        return person.id;
      });
      sessions.forgetPerson(userId);
      return isSignedIn(viewer) && viewer.id === userId ? { user: await users.signedInMe(userId) } : done;
    },

    /** Resends the verification mail. Nothing to verify is `already`. */
    async resendVerification(viewer: SignedInViewer) {
      await inTransaction(db, async (trx) => {
        const person = await users.lock(trx, viewer.id);
        if (addressToVerify(person) === null) throw new AppError('already');
        if ((await limiter.count(`resend:${viewer.id}`, RESENDS, trx)) > 0) throw new AppError('resend_too_often');
        await accountMails.verification(trx, person);
      });
      return { ...done, isDelayed: mails.isDelayed() };
    },
  };
}
