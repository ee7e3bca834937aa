import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Limiter } from '../../../platform/security/limiter';
import { readText } from '../../../platform/security/text-encryption';
import type { SecondFactorProof } from '../../../tables/sessions';
import type { MailsService } from '../../mails/mails.service';
import { recoveryDigest, secondFactorKeys, stepOf, tidy } from './second-factor-codes';
import type { SecondFactorRepository, SecondFactorRow } from './second-factor.repository';

/** Attempts of one person: three of a million codes are right at a time, so 480 attempts a day find one in two years. */
const ATTEMPTS = { max: 5, windowSeconds: 15 * 60 };
const bucketOf = (userId: string) => `second-factor:${userId}`;

const wrong = (sentence: string) => new AppError('invalid', { fields: { code: sentence } });
const WRONG = 'コードが正しくありません。アプリの新しいコードを入力してください。';
const UNREADABLE = '認証アプリの設定を確認できませんでした。お手数ですが、ヘルプセンターからお問い合わせください。';
const USED = 'このコードは使用済みです。次のコードが表示されるまで、30秒ほどお待ちください。';

interface SecondFactorCheckDeps {
  factors: SecondFactorRepository;
  mails: Pick<MailsService, 'send'>;
  limiter: Limiter;
  clock: Clock;
  secret: string;
}

export type SecondFactorCheckService = ReturnType<typeof createSecondFactorCheckService>;

/** Checks codes of second factors: of authenticator apps, each step once, and recovery codes, each once. */
export function createSecondFactorCheckService(deps: SecondFactorCheckDeps) {
  const { factors, mails, limiter, clock, secret } = deps;
  const { secretKey, recoveryKey } = secondFactorKeys(secret);

  /**
   * Checks a code of the app. Throws `invalid` when it is wrong, or not newer than the last one, and for a second factor
   * that cannot be read any more, which the staff can reset.
   */
  function appStep(factor: SecondFactorRow, code: string): number {
    const secret = readText(secretKey, factor.secret);
    if (secret === null) throw wrong(UNREADABLE);
    const step = stepOf(secret, tidy(code), clock.now());
    if (step === null) throw wrong(WRONG);
    if (step <= factor.last_step) throw wrong(USED);
    return step;
  }

  async function prove(trx: Trx, factor: SecondFactorRow, typed: string): Promise<SecondFactorProof> {
    const { user_id: userId } = factor;
    const code = tidy(typed);
    if (/^\d{6}$/.test(code)) {
      await factors.accept(trx, userId, { last_step: appStep(factor, code) });
      return 'app';
    }
    if (!(await factors.useRecoveryCode(trx, userId, recoveryDigest(recoveryKey, code), clock.now())))
      throw wrong(WRONG);
    await notifyOfRecovery(trx, userId);
    return 'recovery';
  }

  async function notifyOfRecovery(trx: Trx, userId: string): Promise<void> {
    const { email, nickname } = await factors.findOwner(userId, trx);
    if (email === null) return;
    const left = Number((await factors.find(userId, trx))?.codes_left ?? 0);
    await mails.send(trx, 'recovery_code_used', { to: email, userId, nickname, left: String(left) });
  }

  async function take(trx: Trx, factor: SecondFactorRow, code: string): Promise<SecondFactorProof> {
    const proof = await prove(trx, factor, code);
    await limiter.reset(bucketOf(factor.user_id), trx);
    return proof;
  }

  return {
    appStep,

    /** Counts an attempt. Call it before the transaction that checks the code, whose failure must not take it back. */
    countAttempt: (userId: string): Promise<void> => limiter.consume(bucketOf(userId), ATTEMPTS),

    /** Forgets the counted attempts: a code was right. */
    clearAttempts: (trx: Trx, userId: string): Promise<void> => limiter.reset(bucketOf(userId), trx),

    /**
     * Checks a counted code against the second factor of a user and uses it up; the use of a recovery code is mailed.
     * Throws `conflict` without a second factor, `invalid` for a wrong or used code.
     */
    async require(trx: Trx, userId: string, code: string): Promise<SecondFactorProof> {
      const factor = await factors.lock(trx, userId);
      if (!factor?.confirmed_at) throw new AppError('conflict');
      return take(trx, factor, code);
    },

    /** Does the same for whoever signs in: null without a second factor, `second_factor_required` without a code. */
    async requireAtSignIn(trx: Trx, userId: string, code: string | undefined): Promise<SecondFactorProof | null> {
      const factor = await factors.lock(trx, userId);
      if (!factor?.confirmed_at) return null;
      if (code === undefined) throw new AppError('second_factor_required');
      return take(trx, factor, code);
    },
  };
}
