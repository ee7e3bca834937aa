import type { SignedInMe } from '@manabiba/shared/contract/users';

import type { AnonymousViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Limiter } from '../../platform/security/limiter';
import type { SessionsService, TokenPair } from '../sessions/sessions.service';
import type { UsersService } from '../users/users.service';
import type { Device } from './device';
import { digestOf, failuresAnywhere } from './digest';
import type { Passwords } from './passwords';

/** Wrong pairs of one account from one address before it has to wait, and for how long. */
const FAILURES = { max: 5, windowSeconds: 5 * 60 };
/** Wrong pairs of one account from everywhere: guessing from many addresses is slow too. Far above what its owner needs, who must not be shut out easily. */
const FAILURES_ANYWHERE = { max: 100, windowSeconds: 3600 };

interface AuthDeps {
  db: Db;
  users: UsersService;
  sessions: SessionsService;
  passwords: Passwords;
  limiter: Limiter;
  limits: { signInsPerMinute: number; anonymousPerHour: number };
}

interface Credential {
  id: string;
  password_hash: string | null;
  state: SignedInMe['state'];
}

type SignedIn = TokenPair & { user: SignedInMe };

export type AuthService = ReturnType<typeof createAuthService>;

/** Signing in. Says the same for every wrong pair, takes as long for it, and slows down whoever keeps guessing. */
export function createAuthService({ db, users, sessions, passwords, limiter, limits }: AuthDeps) {
  async function openFor(userId: string, device: Device): Promise<SignedIn> {
    const pair = await inTransaction(db, (trx) => sessions.openForPerson(trx, userId, device));
    return { ...pair, user: await users.signedInMe(userId) };
  }

  /**
   * The account behind a pair, or `invalid_credentials`. Every try is counted before the password is looked at, so that
   * tries side by side count too; the right password clears the count.
   */
  async function requireMatch<C extends Credential>(
    name: string,
    password: string,
    device: Device,
    find: () => Promise<C | undefined>,
  ): Promise<C> {
    await limiter.consume(`sign-in:${device.address}`, { max: limits.signInsPerMinute, windowSeconds: 60 });
    const bucket = `sign-in-failures:${digestOf(`${name}\n${device.address}`)}`;
    await limiter.consume(bucket, FAILURES);
    const everywhere = failuresAnywhere(name);
    await limiter.consume(everywhere, FAILURES_ANYWHERE);
    const credential = await find();
    if (!(await passwords.matches(password, credential?.password_hash)) || !credential)
      throw new AppError('invalid_credentials');
    await limiter.reset(bucket);
    await limiter.reset(everywhere);
    return credential;
  }

  return {
    /**
     * Signs in by e-mail and password. A school's account is an e-mail account too once its pupil has verified an
     * address of their own; until then it is `email_account_only`, which is told only to whoever knows the password.
     * Somebody suspended comes in to read why, somebody who has left to come back: everything else stays closed to them.
     */
    async signIn({ email, password }: { email: string; password: string }, device: Device): Promise<SignedIn> {
      const person = await requireMatch(`email:${email}`, password, device, () => users.credentialByEmail(email));
      if (person.partner_school_id !== null && person.email_verified_at === null)
        throw new AppError('email_account_only');
      return openFor(person.id, device);
    },

    /** Signs in a partner school's pupil. No school here has a sign-in of its own yet, so its tokens match nobody. */
    async signInPartnerSchool(
      input: { schoolCode: string; studentCode: string; password: string } | { ssoToken: string },
      device: Device,
    ): Promise<SignedIn> {
      if ('ssoToken' in input) {
        await limiter.consume(`sign-in:${device.address}`, { max: limits.signInsPerMinute, windowSeconds: 60 });
        throw new AppError('invalid_credentials');
      }
      const { schoolCode, studentCode, password } = input;
      const pupil = await requireMatch(`pupil:${schoolCode}\n${studentCode}`, password, device, () =>
        users.credentialByStudentCode(schoolCode, studentCode),
      );
      return openFor(pupil.id, device);
    },

    /** Opens a session for a visitor. One who has such a session already keeps the id. */
    async signInAnonymous(previous: AnonymousViewer, device: Device) {
      await limiter.consume(`anonymous:${device.address}`, { max: limits.anonymousPerHour, windowSeconds: 3600 });
      const { anonymousId, token, refreshToken } = await sessions.openForVisitor({
        userAgent: device.userAgent,
        previous,
      });
      return { token, refreshToken, user: { id: anonymousId, role: 'anonymous' as const } };
    },
  };
}
