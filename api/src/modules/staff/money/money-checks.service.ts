import type { LedgerCheck } from '@manabiba/shared/contract/staff-money';

import { notOffered } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import type { SeatProofService } from '../../participations/seat-proof/seat-proof.service';
import type { Ledger, LedgerDifference } from '../../payments/ledger/ledger.service';
import type { StaffRepository } from '../staff.repository';

interface MoneyChecksDeps {
  db: Db;
  /** Compares provider and books; null when no provider is configured. */
  compareLedger: (() => Promise<Ledger>) | null;
  seats: Pick<SeatProofService, 'checkIn' | 'readForStaff'>;
  log: StaffRepository['log'];
  clock: Clock;
}

const SHOWN_DIFFERENCES = 100;

export type MoneyChecksService = ReturnType<typeof createMoneyChecksService>;

/** Checks that money and seats are what they should be. That one was run, and its outcome, is logged. */
export function createMoneyChecksService({ db, compareLedger, seats, log, clock }: MoneyChecksDeps) {
  return {
    readSeats: () => seats.readForStaff(),

    /** Counts all seats again. */
    async checkSeats(who: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        await seats.checkIn(trx);
        await log(trx, { at: clock.now(), who, action: 'check-seats', subjectId: 'seats', detail: '' });
      });
    },

    /** Compares the provider with the books. Throws `unavailable` when the provider cannot be read. */
    async checkLedger(who: string): Promise<LedgerCheck> {
      if (!compareLedger) throw notOffered();
      const { sums, differences } = await compareLedger();
      const at = clock.now();
      const detail = differences.length === 0 ? '一致' : `${differences.length}件の違い`;
      await inTransaction(db, (trx) => log(trx, { at, who, action: 'check-ledger', subjectId: 'ledger', detail }));
      return {
        checkedAt: at.toISOString(),
        sums,
        differenceCount: differences.length,
        differences: differences.slice(0, SHOWN_DIFFERENCES).map(toDifference),
      };
    },
  };
}

const toDifference = ({ account, ...rest }: LedgerDifference): LedgerCheck['differences'][number] => ({
  ...rest,
  account: account === 'refunded of a payment' ? 'payment_refunds' : account,
});
