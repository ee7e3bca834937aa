import type { SecondFactor } from '@manabiba/shared/contract/second-factor';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { encryptText } from '../../../platform/security/text-encryption';
import type { MailsService } from '../../mails/mails.service';
import type { SessionsService } from '../../sessions/sessions.service';
import type { OwnerCheckService } from '../owner-check.service';
import type { SecondFactorCheckService } from './second-factor-check.service';
import { newRecoveryCodes, newSecret, recoveryDigest, secondFactorKeys, uriOf } from './second-factor-codes';
import type { SecondFactorRepository } from './second-factor.repository';

/** Writes what a member of the staff does into the audit log. */
export type LogStaffAction = (
  trx: Trx,
  entry: { at: Date; who: string; action: string; subjectId: string; detail: string },
) => Promise<void>;

interface SecondFactorDeps {
  db: Db;
  factors: SecondFactorRepository;
  check: SecondFactorCheckService;
  owners: OwnerCheckService;
  sessions: Pick<SessionsService, 'openForStaff'>;
  mails: Pick<MailsService, 'send'>;
  log: LogStaffAction;
  clock: Clock;
  secret: string;
  /** The staff cannot be without one. */
  isRequiredOfStaff: boolean;
}

interface Proof {
  currentPassword?: string | undefined;
  code: string;
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

/** The second factor of an account, as its user manages it. The staff has the same one. */
export function createSecondFactorService(deps: SecondFactorDeps) {
  const { db, factors, check, owners, sessions, mails, clock } = deps;
  const { secretKey, recoveryKey } = secondFactorKeys(deps.secret);

  /** Mails the change to users with an address, and logs that of a member of the staff. */
  async function report(
    trx: Trx,
    { id, role }: SignedInViewer,
    mail: 'second_factor_on' | 'second_factor_off' | 'recovery_codes_renewed',
    action: string,
  ): Promise<void> {
    const { email, nickname } = await factors.findOwner(id, trx);
    if (email !== null) await mails.send(trx, mail, { to: email, userId: id, nickname });
    if (role === 'staff') await deps.log(trx, { at: clock.now(), who: id, action, subjectId: id, detail: '' });
  }

  async function giveRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await factors.replaceRecoveryCodes(
      trx,
      userId,
      codes.map((code) => recoveryDigest(recoveryKey, code)),
    );
    return codes;
  }

  /** Runs `work` for whoever knows the password and shows a code. */
  async function withProof<T>(
    viewer: SignedInViewer,
    { currentPassword, code }: Proof,
    work: (trx: Trx) => Promise<T>,
  ): Promise<T> {
    await owners.require(viewer, currentPassword);
    await check.countAttempt(viewer.id);
    return inTransaction(db, async (trx) => {
      await check.require(trx, viewer.id, code);
      return work(trx);
    });
  }

  return {
    async status({ id }: SignedInViewer): Promise<{ secondFactor: SecondFactor | null }> {
      const found = await factors.find(id);
      return {
        secondFactor: found?.confirmed_at
          ? { since: found.confirmed_at.toISOString(), recoveryCodesLeft: Number(found.codes_left) }
          : null,
      };
    },

    /** Offers a new secret. With a second factor it is `already`. */
    async enrol(viewer: SignedInViewer, currentPassword: string | undefined): Promise<{ secret: string; uri: string }> {
      await owners.require(viewer, currentPassword);
      const offered = newSecret();
      if (!(await factors.offer(viewer.id, encryptText(secretKey, offered), clock.now())))
        throw new AppError('already');
      const { email, nickname } = await factors.findOwner(viewer.id);
      return { secret: offered, uri: uriOf(offered, email ?? nickname) };
    },

    /** Makes the offered secret the second factor. Without an offer it is `conflict`. */
    async confirm(viewer: SignedInViewer, code: string): Promise<{ recoveryCodes: string[] }> {
      await check.countAttempt(viewer.id);
      return inTransaction(db, async (trx) => {
        const factor = await factors.lock(trx, viewer.id);
        if (!factor) throw new AppError('conflict');
        if (factor.confirmed_at) throw new AppError('already');
        const step = check.appStep(factor, code);
        await factors.accept(trx, viewer.id, { last_step: step, confirmed_at: clock.now() });
        await check.clearAttempts(trx, viewer.id);
        if (viewer.role === 'staff') await sessions.openForStaff(trx, viewer.sessionId);
        await report(trx, viewer, 'second_factor_on', 'second-factor-on');
        return { recoveryCodes: await giveRecoveryCodes(trx, viewer.id) };
      });
    },

    /** Replaces the recovery codes. Without a second factor it is `conflict`. */
    renewRecoveryCodes: (viewer: SignedInViewer, proof: Proof): Promise<{ recoveryCodes: string[] }> =>
      withProof(viewer, proof, async (trx) => {
        await report(trx, viewer, 'recovery_codes_renewed', 'recovery-codes');
        return { recoveryCodes: await giveRecoveryCodes(trx, viewer.id) };
      }),

    /** Turns it off. Without a second factor it is `conflict`, and for the staff where they must have one. */
    async remove(viewer: SignedInViewer, proof: Proof): Promise<void> {
      if (viewer.role === 'staff' && deps.isRequiredOfStaff)
        throw new AppError('conflict', { sentence: 'スタッフの二段階認証は、オフにできません。' });
      await withProof(viewer, proof, async (trx) => {
        await factors.remove(trx, viewer.id);
        await report(trx, viewer, 'second_factor_off', 'second-factor-off');
      });
    },
  };
}
