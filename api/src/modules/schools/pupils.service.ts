import type { listPupils } from '@manabiba/shared/contract/staff-schools';
import type * as z from 'zod/mini';

import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { decodeCursor, encodeCursor } from '../../platform/database/cursor';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { PasskeyRecordsService } from '../auth/passkeys/passkey-records.service';
import type { SecondFactorRecordsService } from '../auth/second-factor/second-factor-records.service';
import type { SessionsService } from '../sessions/sessions.service';
import type { UsersService } from '../users/users.service';
import { readableCode } from './readable-code';
import type { SchoolsRepository } from './schools.repository';
import type { LogAction } from './schools.service';

interface PupilsDeps {
  db: Db;
  schools: SchoolsRepository;
  users: Pick<UsersService, 'lock' | 'change'>;
  sessions: Pick<SessionsService, 'endAll' | 'forgetPerson'>;
  passkeys: Pick<PasskeyRecordsService, 'removeAll'>;
  secondFactors: Pick<SecondFactorRecordsService, 'removeAll'>;
  passwords: { hash(password: string): Promise<string> };
  /** Ends what shows the pupil's data without a sign-in. */
  endSecretLinks: (trx: Trx, userId: string) => Promise<void>;
  /** Clears the counter of wrong passwords, with which a pupil would have to wait even with the new one. */
  forgiveFailures: (trx: Trx, pupil: { schoolCode: string; studentCode: string }) => Promise<void>;
  log: LogAction;
  clock: Clock;
}

export type PupilsService = ReturnType<typeof createPupilsService>;

/** The pupils of partner schools, as the staff sees them. */
export function createPupilsService(deps: PupilsDeps) {
  const {
    db,
    schools,
    users,
    sessions,
    passkeys,
    secondFactors,
    passwords,
    endSecretLinks,
    forgiveFailures,
    log,
    clock,
  } = deps;
  return {
    async list(schoolId: string, { cursor, limit }: z.output<(typeof listPupils)['query']>) {
      if (!(await schools.find(schoolId))) throw new AppError('not_found');
      const after = cursor === undefined ? undefined : String(decodeCursor(cursor, ['string'])[0]);
      const rows = await schools.listPupils(schoolId, { after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      return {
        items: shown.map((row) => ({
          userId: row.id,
          nickname: row.nickname,
          studentCode: row.student_code ?? '',
          state: row.state,
          createdAt: row.created_at.toISOString(),
        })),
        nextCursor: rows.length > limit ? encodeCursor([shown.at(-1)?.student_code ?? '']) : null,
      };
    },

    /**
     * Gives a pupil a new password, which is stored as a hash alone, and ends their passkeys, second factor and sessions. Throws `not_found` for a
     * user without a school and `conflict` for one who has left.
     */
    async renewPassword(who: string, userId: string, reason: string): Promise<{ password: string }> {
      const pupil = await schools.findPupil(userId);
      if (!pupil) throw new AppError('not_found');
      const password = readableCode().toLowerCase();
      const passwordHash = await passwords.hash(password);
      await inTransaction(db, async (trx) => {
        const { state } = await users.lock(trx, userId);
        if (state === 'withdrawn') throw new AppError('conflict');
        await users.change(trx, userId, { password_hash: passwordHash, pending_email: null });
        // Pupils without an address get no mail that names them.
        await passkeys.removeAll(trx, userId);
        // The school has checked who asks: it is the way back for a pupil who has lost everything.
        await secondFactors.removeAll(trx, userId);
        await sessions.endAll(trx, userId);
        await endSecretLinks(trx, userId);
        await forgiveFailures(trx, { schoolCode: pupil.school_code, studentCode: pupil.student_code ?? '' });
        await log(trx, { at: clock.now(), who, action: 'renew-password', subjectId: userId, detail: reason });
      });
      sessions.forgetPerson(userId);
      return { password };
    },
  };
}
