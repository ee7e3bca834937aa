import type { Trx } from '../../platform/database/db';
import type { CancelReason } from './seats.service';

/** Part of what was paid for a purchase. */
export interface RefundPart {
  amount: number;
  /** The further seat that is refunded; null for the buyer's and what ended with it. */
  companionId: string | null;
}

/** Refunds of participations; provided by the payments module. Payments of further seats are the buyer's seat's. */
export interface Refunds {
  /** Returns what was paid for it and not refunded, in yen. */
  paidOf(trx: Trx, participationId: string): Promise<number>;
  /** Does the same for what this user, or a guest, has paid: what cancelling refunds to them. */
  paidBy(trx: Trx, participationId: string, userId: string | null): Promise<number>;
  /** Refunds all of that, or a part, after the commit; `markRefunded` follows. */
  request(trx: Trx, participationId: string, reason: CancelReason, part?: RefundPart): Promise<void>;
  /** Moves the payments of a claimed ticket to the purchases of the account. */
  giveTo(trx: Trx, participationId: string, userId: string): Promise<void>;
}
