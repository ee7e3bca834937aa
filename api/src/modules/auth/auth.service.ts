import type { SignedInMe } from '@manabiba/shared/contract/users';

import type { AnonymousViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Limiter } from '../../platform/security/limiter';
import type { SignInMethod } from '../../tables/sessions';
import type { SsoTokensService } from '../schools/sso/sso-tokens.service';
import type { SessionsService, TokenPair } from '../sessions/sessions.service';
import { isPasswordFromSchool } from '../users/user-states';
import type { UsersService } from '../users/users.service';
import type { Device } from './device';
import { digestOf, failuresAnywhere, nameOfPupil } from './digest';
import type { Passwords } from './passwords';
import type { SecondFactorCheckService } from './second-factor/second-factor-check.service';

/** How many failed sign-ins one account and address may have before a wait, and how long it is. */
const FAILURES = { max: 5, windowSeconds: 5 * 60 };
/**
 * How many failed sign-ins one account may have from all addresses: slows distributed guessing. Far above what its
 * owner needs, who must not be locked out easily.
 */
const FAILURES_ANYWHERE = { max: 100, windowSeconds: 3600 };

interface AuthDeps {
  db: Db;
  users: UsersService;
  sessions: SessionsService;
  passwords: Passwords;
  ssoTokens: Pick<SsoTokensService, 'take' | 'read'>;
  secondFactorCheck: Pick<SecondFactorCheckService, 'countAttempt' | 'requireAtSignIn'>;
  limiter: Limiter;
  limits: { signInsPerMinute: number; anonymousPerHour: number };
}

interface Credential {
  id: string;
  password_hash: string | null;
  state: SignedInMe['state'];
}

interface SignInWay {
  device: Device;
  method: SignInMethod;
  /** Checks what works once, in the transaction that opens the session. */
  prove?: (trx: Trx) => Promise<void>;
}

type SignedIn = TokenPair & { user: SignedInMe };

export type AuthService = ReturnType<typeof createAuthService>;

/** Sign-in. Every failure gives the same answer in the same time, and repeated failures are rate limited. */
export function createAuthService(deps: AuthDeps) {
  const { db, users, sessions, passwords, ssoTokens, secondFactorCheck, limiter, limits } = deps;

  /** Signs in whoever has proved to be this user, and shows a code where they have a second factor. */
  async function openFor(userId: string, code: string | undefined, way: SignInWay) {
    const { device, method, prove } = way;
    if (code !== undefined) await secondFactorCheck.countAttempt(userId);
    const pair = await inTransaction(db, async (trx) => {
      await prove?.(trx);
      const secondFactor = await secondFactorCheck.requireAtSignIn(trx, userId, code);
      return sessions.openForPerson(trx, userId, device, { method, secondFactor });
    });
    return { ...pair, user: await users.signedInMe(userId) };
  }

  /**
   * Returns the account behind the credentials, or throws `invalid_credentials`. Every attempt counts before the
   * password is checked, so that concurrent attempts count too; the right password clears the count.
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
     * Signs in by e-mail and password. A school account also becomes an e-mail account once its pupil has verified
     * their own address; until then it is `email_account_only`, shown only after the right password. Suspended users
     * may sign in to read the reason, withdrawn ones to restore the account: everything else stays refused.
     */
    async signIn(
      { email, password, code }: { email: string; password: string; code?: string | undefined },
      device: Device,
    ): Promise<SignedIn> {
      const person = await requireMatch(`email:${email}`, password, device, () => users.credentialByEmail(email));
      if (isPasswordFromSchool(person)) throw new AppError('email_account_only');
      return openFor(person.id, code, { device, method: 'password' });
    },

    /** Signs in a pupil of a partner school: by codes, or by the token after a sign-in on the page of the school. */
    async signInPartnerSchool(
      input: ({ schoolCode: string; studentCode: string; password: string } | { ssoToken: string }) & {
        code?: string | undefined;
      },
      device: Device,
    ): Promise<SignedIn> {
      if ('ssoToken' in input) {
        await limiter.consume(`sign-in:${device.address}`, { max: limits.signInsPerMinute, windowSeconds: 60 });
        const { ssoToken, code } = input;
        // Used up with the code: whoever shows none yet comes back with it.
        const prove = (trx: Trx) => ssoTokens.take(trx, ssoToken);
        return openFor(ssoTokens.read(ssoToken), code, { device, method: 'school', prove });
      }
      const { schoolCode, studentCode, password, code } = input;
      const pupil = await requireMatch(nameOfPupil(schoolCode, studentCode), password, device, () =>
        users.credentialByStudentCode(schoolCode, studentCode),
      );
      return openFor(pupil.id, code, { device, method: 'password' });
    },

    /** Opens an anonymous session. A viewer who already has one keeps the id. */
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
