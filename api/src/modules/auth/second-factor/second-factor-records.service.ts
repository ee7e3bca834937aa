import type { Trx } from '../../../platform/database/db';
import type { MailsService } from '../../mails/mails.service';
import type { SecondFactorRepository } from './second-factor.repository';

export type SecondFactorRecordsService = ReturnType<typeof createSecondFactorRecordsService>;

/** What other changes of an account need of its second factor. */
export function createSecondFactorRecordsService({
  factors,
  mails,
}: {
  factors: SecondFactorRepository;
  mails: Pick<MailsService, 'send'>;
}) {
  return {
    /** Deletes the second factor of an account that has got another owner, or whose school gives it a new password. */
    removeAll: async (trx: Trx, userId: string): Promise<void> => void (await factors.remove(trx, userId)),

    /** Deletes the second factor of somebody who has lost app and codes, and mails it. Returns false when there is none. */
    async reset(trx: Trx, userId: string): Promise<boolean> {
      if (!(await factors.remove(trx, userId))) return false;
      const { email, nickname } = await factors.findOwner(userId, trx);
      if (email !== null) await mails.send(trx, 'second_factor_off', { to: email, userId, nickname });
      return true;
    },
  };
}
