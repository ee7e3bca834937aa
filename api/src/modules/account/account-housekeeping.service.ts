import { subMilliseconds } from 'date-fns';

import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { doForEach } from '../../platform/jobs/housekeeping';
import type { UploadsService } from '../uploads/uploads.service';
import type { WithdrawalRepository } from './withdrawal.repository';
import { GRACE_MS } from './withdrawal.service';

interface AccountHousekeepingDeps {
  db: Db;
  withdrawals: WithdrawalRepository;
  uploads: UploadsService;
}

/** Account housekeeping: removes all personal data once the restore period is over. */
export function createAccountHousekeeping({ db, withdrawals, uploads }: AccountHousekeepingDeps) {
  return async (now: Date): Promise<void> => {
    await doForEach(await withdrawals.findOverdue(subMilliseconds(now, GRACE_MS)), async ({ id }) => {
      await uploads.removeAllOf(id);
      await inTransaction(db, (trx) => withdrawals.purge(trx, id, now));
    });
  };
}
