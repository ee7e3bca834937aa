import type { Participation } from '@manabiba/shared/contract/tickets';
import { sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';

/** A paid ticket as staff see it. */
export interface PaidTicketRow {
  id: string;
  paid_at: Date;
  title: string;
  /** Nickname, or the address of a guest; null when the account is gone. */
  buyer: string | null;
  amount: number;
  /** Refunded, or about to be. */
  refunded: number;
  /** Of the place. */
  state: Participation['state'];
  start_at: Date;
}

/** By whom, or by which of them, tickets were paid. */
export interface PaidBy {
  userId: string | null;
  email: string;
  paymentId: string;
}

const MAX_PAID = 50;

export type RefundsAdminRepository = ReturnType<typeof createRefundsAdminRepository>;

export function createRefundsAdminRepository(db: Db) {
  return {
    /** Lists what a user, or a guest with this address, has paid for tickets, or one payment; the latest first. */
    async listPaid({ userId, email, paymentId }: PaidBy): Promise<PaidTicketRow[]> {
      const { rows } = await sql<PaidTicketRow>`
        select p.id, p.paid_at, p.title, coalesce(u.nickname, p.guest_email) as buyer, p.amount,
          (select coalesce(sum(r.amount), 0)::int from refunds r where r.payment_id = p.id and r.state <> 'failed') as refunded,
          coalesce((select f.state from participations f where f.lead_id = c.id and f.state in ('confirmed', 'joined') limit 1), c.state) as state,
          e.start_at
        from payments p join participations c on c.id = p.participation_id join events e on e.id = c.event_id
          left join users u on u.id = p.user_id
        where p.kind = 'ticket' and p.state = 'paid' and (p.user_id = ${userId} or p.guest_email = ${email} or p.id = ${paymentId})
        order by p.paid_at desc, p.id limit ${MAX_PAID}`.execute(db);
      return rows;
    },

    /** Returns the place that was paid for, of several one that is still taken. */
    findPlace: (
      trx: Trx,
      participationId: string,
    ): Promise<{ state: Participation['state']; start_at: Date } | undefined> =>
      trx
        .selectFrom('participations as p')
        .innerJoin('events as e', 'e.id', 'p.event_id')
        .select(['p.state', 'e.start_at'])
        .where((eb) => eb.or([eb('p.id', '=', participationId), eb('p.lead_id', '=', participationId)]))
        .orderBy(sql`p.state in ('confirmed', 'joined')`, 'desc')
        .limit(1)
        .executeTakeFirst(),
  };
}
