import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { inTransaction } from '../../platform/transaction';
import type { UploadsService } from '../uploads/uploads.service';
import type { WithdrawalRepository } from './withdrawal.repository';
import { GRACE_MS } from './withdrawal.service';

interface UpkeepDeps {
  db: Db;
  withdrawals: WithdrawalRepository;
  uploads: UploadsService;
  clock: Clock;
  /** What midnight in Japan changes: also done here, for the night in which no server ran. */
  turnDay: () => Promise<void>;
}

/** What accounts need now and then; doing it twice, or on several instances at once, changes nothing. */
export function createUpkeep({ db, withdrawals, uploads, clock, turnDay }: UpkeepDeps) {
  return async (): Promise<void> => {
    await turnDay();
    await uploads.removeStale();
    const now = clock.now();
    for (const { id } of await withdrawals.findOverdue(new Date(now.getTime() - GRACE_MS))) {
      await uploads.removeAllOf(id);
      await inTransaction(db, (trx) => withdrawals.purge(trx, id, now));
    }
  };
}
