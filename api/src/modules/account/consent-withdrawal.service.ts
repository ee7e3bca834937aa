import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import type { RoomRightsService } from '../classrooms/room-life/room-rights.service';
import type { MailsService } from '../mails/mails.service';
import { isConsentMissing } from '../users/age';
import type { LockedPerson, UsersService } from '../users/users.service';

interface ConsentWithdrawalDeps {
  users: UsersService;
  roomRights: RoomRightsService;
  mails: MailsService;
  clock: Clock;
}

export type ConsentWithdrawalService = ReturnType<typeof createConsentWithdrawalService>;

/** Withdraws a guardian's consent, requested by the guardian through a mailed link or by staff. */
export function createConsentWithdrawalService({ users, roomRights, mails, clock }: ConsentWithdrawalDeps) {
  return {
    /**
     * The user, whose row the transaction has locked, immediately loses what users under 16 may do only with consent,
     * also in rooms. User and guardian are notified by mail. Without consent nothing changes; returns whether there was
     * any.
     */
    async withdraw(trx: Trx, person: LockedPerson): Promise<boolean> {
      if (person.guardian_consent_at === null) return false;
      const now = clock.now();
      await users.change(trx, person.id, { guardian_consent_at: null, guardian_name: null, guardian_refused_at: now });
      if (isConsentMissing({ ...person, guardian_consent_at: null }, now))
        await roomRights.keepListeningOnly(trx, person.id);
      const mailData = { userId: person.id, nickname: person.nickname };
      if (person.email !== null) await mails.send(trx, 'consent_withdrawn', { to: person.email, ...mailData });
      if (person.guardian_email !== null)
        await mails.send(trx, 'consent_withdrawn_guardian', { to: person.guardian_email, ...mailData });
      return true;
    },
  };
}
