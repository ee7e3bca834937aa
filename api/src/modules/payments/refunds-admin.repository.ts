import type { Participation } from '@manabiba/shared/contract/tickets';
import { sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';

/** A paid ticket as staff see it. */
export interface PaidTicketRow {
  id: string;
  paid_at: Date;
  title: string;
  amount: number;
  /** Refunded, or about to be. */
  refunded: number;
}

export type RefundsAdminRepository = ReturnType<typeof createRefundsAdminRepository>;

export function createRefundsAdminRepository(db: Db) {
  return {
    /** Lists what a user, or a guest with this address, has paid for tickets, the latest first. */
    async listPaid({ userId, email }: { userId: string | null; email: string }): Promise<PaidTicketRow[]> {
      const { rows } = await sql<PaidTicketRow>`
        select p.id, p.paid_at, p.title, p.amount,
          (select coalesce(sum(r.amount), 0)::int from refunds r where r.payment_id = p.id and r.state <> 'failed') as refunded
        from payments p where p.kind = 'ticket' and p.state = 'paid' and (p.user_id = ${userId} or p.guest_email = ${email})
        order by p.paid_at desc, p.id`.execute(db);
      return rows;
    },

    /** Returns the place that was paid for. */
    findPlace: (
      trx: Trx,
      participationId: string,
    ): Promise<{ state: Participation['state']; start_at: Date } | undefined> =>
      trx
        .selectFrom('participations as p')
        .innerJoin('events as e', 'e.id', 'p.event_id')
        .select(['p.state', 'e.start_at'])
        .where('p.id', '=', participationId)
        .executeTakeFirst(),
  };
}
