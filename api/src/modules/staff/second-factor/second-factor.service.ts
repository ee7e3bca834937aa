import type { StaffSession } from '@manabiba/shared/contract/staff-session';
import { differenceInSeconds } from 'date-fns';

import { isStaffLocked, staffLockTime } from '../../../access/staff-lock';
import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import type { Limiter } from '../../../platform/security/limiter';
import { deriveKey, keyedDigest, seal, unseal } from '../../../platform/security/sealed-text';
import type { SessionsService } from '../../sessions/sessions.service';
import type { StaffRepository } from '../staff.repository';
import { newRecoveryCodes, newSecret, stepOf, tidy, uriOf } from './second-factor-codes';
import type { SecondFactorRepository, SecondFactorRow } from './second-factor.repository';

interface SecondFactorDeps {
  db: Db;
  factors: SecondFactorRepository;
  sessions: Pick<SessionsService, 'openForStaff'>;
  limiter: Limiter;
  log: StaffRepository['log'];
  clock: Clock;
  secret: string;
  isRequired: boolean;
}

/** Attempts of one person: three of a million codes are right at a time, so 480 attempts a day find one in two years. */
const ATTEMPTS = { max: 5, windowSeconds: 15 * 60 };
const bucketOf = (userId: string) => `second-factor:${userId}`;

const wrong = (sentence: string) => new AppError('invalid', { fields: { code: sentence } });
const WRONG = 'コードが正しくありません。アプリの新しいコードを入力してください。';
const USED = 'このコードは使用済みです。次のコードが表示されるまで、30秒ほどお待ちください。';

/** How a code was right. */
type Proof = { kind: 'app'; step: number } | { kind: 'recovery' };

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

/** The second factor of the staff, and the sessions that it opens. */
export function createSecondFactorService(deps: SecondFactorDeps) {
  const { db, factors, sessions, limiter, log, clock, secret, isRequired } = deps;
  const secretKey = deriveKey(secret, 'secrets of second factors');
  const recoveryKey = deriveKey(secret, 'recovery codes of the staff');
  const hashOf = (code: string) => keyedDigest(recoveryKey, tidy(code));

  const record = (trx: Trx, { id }: SignedInViewer, action: string, detail = '') =>
    log(trx, { at: clock.now(), who: id, action, subjectId: id, detail });

  /** Counts attempts at a code; those that succeed start anew. */
  async function attempt<T>({ id }: SignedInViewer, work: (trx: Trx) => Promise<T>): Promise<T> {
    await limiter.consume(bucketOf(id), ATTEMPTS);
    return inTransaction(db, async (trx) => {
      const done = await work(trx);
      await limiter.reset(bucketOf(id), trx);
      return done;
    });
  }

  /** Checks a code of the app. Throws `invalid` when it is wrong, or not newer than the last one. */
  function appStep(factor: SecondFactorRow, code: string): number {
    const step = stepOf(unseal(secretKey, factor.secret), code, clock.now());
    if (step === null) throw wrong(WRONG);
    if (step <= factor.last_step) throw wrong(USED);
    return step;
  }

  async function prove(trx: Trx, factor: SecondFactorRow, typed: string): Promise<Proof> {
    const code = tidy(typed);
    if (/^\d{6}$/.test(code)) return { kind: 'app', step: appStep(factor, code) };
    if (await factors.useRecoveryCode(trx, factor.user_id, hashOf(code), clock.now())) return { kind: 'recovery' };
    throw wrong(WRONG);
  }

  async function giveRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await factors.replaceRecoveryCodes(trx, userId, codes.map(hashOf));
    return codes;
  }

  return {
    async status({ id, staffSession }: SignedInViewer): Promise<StaffSession> {
      const state = staffSession ?? { hasSecondFactor: false, activeAt: null };
      const now = clock.now();
      const locksAt = staffLockTime(state, isRequired);
      const isLocked = isStaffLocked(state, isRequired, now);
      const found = await factors.find(id);
      const whenLocked = state.hasSecondFactor ? 'locked' : 'unenrolled';
      return {
        state: isLocked ? whenLocked : 'open',
        locksInSeconds:
          isLocked || locksAt === null ? null : differenceInSeconds(locksAt, now, { roundingMethod: 'ceil' }),
        secondFactor: found?.confirmed_at
          ? { since: found.confirmed_at.toISOString(), recoveryCodesLeft: Number(found.codes_left) }
          : null,
      };
    },

    /** Opens the session. Does nothing when it is open; without a second factor it is `conflict`. */
    async unlock(viewer: SignedInViewer, code: string): Promise<void> {
      if (viewer.staffSession && !isStaffLocked(viewer.staffSession, isRequired, clock.now())) return;
      await attempt(viewer, async (trx) => {
        const factor = await factors.lock(trx, viewer.id);
        if (!factor?.confirmed_at) throw new AppError('conflict');
        const proof = await prove(trx, factor, code);
        if (proof.kind === 'app') await factors.accept(trx, viewer.id, { last_step: proof.step });
        await sessions.openForStaff(trx, viewer.sessionId);
        await record(trx, viewer, 'staff-unlock', proof.kind === 'app' ? '' : '回復コード');
      });
    },

    /** Offers a new secret. With a second factor it is `already`. */
    async enrol({ id }: SignedInViewer): Promise<{ secret: string; uri: string }> {
      const offered = newSecret();
      if (!(await factors.offer(id, seal(secretKey, offered), clock.now()))) throw new AppError('already');
      return { secret: offered, uri: uriOf(offered, await factors.nameOf(id)) };
    },

    /** Makes the offered secret the second factor. Without an offer it is `conflict`. */
    confirm: (viewer: SignedInViewer, code: string): Promise<{ recoveryCodes: string[] }> =>
      attempt(viewer, async (trx) => {
        const factor = await factors.lock(trx, viewer.id);
        if (!factor) throw new AppError('conflict');
        if (factor.confirmed_at) throw new AppError('already');
        const step = appStep(factor, tidy(code));
        await factors.accept(trx, viewer.id, { last_step: step, confirmed_at: clock.now() });
        await sessions.openForStaff(trx, viewer.sessionId);
        await record(trx, viewer, 'second-factor-on');
        return { recoveryCodes: await giveRecoveryCodes(trx, viewer.id) };
      }),

    /** Replaces the recovery codes. Without a second factor it is `conflict`. */
    renewRecoveryCodes: (viewer: SignedInViewer): Promise<{ recoveryCodes: string[] }> =>
      inTransaction(db, async (trx) => {
        const factor = await factors.lock(trx, viewer.id);
        if (!factor?.confirmed_at) throw new AppError('conflict');
        await record(trx, viewer, 'recovery-codes');
        return { recoveryCodes: await giveRecoveryCodes(trx, viewer.id) };
      }),
  };
}
