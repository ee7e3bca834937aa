import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';

/** What mails to the holder, giver and buyer of a seat say about it. */
export const seatFactsRepository = {
  /** Returns nothing for a user without an address, or who has left. */
  async find(trx: Trx, participationId: string, userId: string) {
    const row = await trx
      .selectFrom('participations as p')
      .innerJoin('events as e', 'e.id', 'p.event_id')
      .innerJoin('ticket_types as t', 't.id', 'p.ticket_type_id')
      .innerJoin('users as o', 'o.id', 'e.organizer_id')
      .leftJoin('professionals as org', 'org.user_id', 'e.organizer_id')
      .innerJoin('users as u', (join) => join.on('u.id', '=', userId))
      .leftJoin('notification_settings as s', 's.user_id', 'u.id')
      .select(['e.title', 'e.start_at', 'e.end_at', 't.name as ticket_name', 's.time_zone', 'u.nickname', 'u.email'])
      .select(sql<string>`coalesce(nullif(org.org_name, ''), o.nickname)`.as('organizer_name'))
      .where('p.id', '=', participationId)
      .where('u.state', '<>', 'withdrawn')
      .executeTakeFirst();
    return row?.email ? { ...row, email: row.email } : undefined;
  },

  /** Returns the account that paid for a seat that somebody else has; undefined when holder and payer are the same. */
  async findBuyer(trx: Trx, participationId: string): Promise<string | undefined> {
    const row = await trx
      .selectFrom('participations as p')
      .innerJoin('payments as y', (join) =>
        join.on((eb) => eb('y.participation_id', '=', eb.fn.coalesce('p.lead_id', 'p.id'))),
      )
      .select('y.user_id')
      .where('p.id', '=', participationId)
      .where('y.state', '=', 'paid')
      .where(sql<boolean>`y.user_id is distinct from p.user_id`)
      // A further seat is its buyer's until an account takes it over.
      .where((eb) => eb.or([eb('p.lead_id', 'is', null), eb('p.user_id', 'is not', null)]))
      .orderBy('y.paid_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.user_id ?? undefined;
  },

  /** Returns the amount of a seat, in yen. */
  async amountOf(trx: Trx, participationId: string): Promise<number> {
    const { amount } = await trx
      .selectFrom('participations')
      .select('amount')
      .where('id', '=', participationId)
      .executeTakeFirstOrThrow();
    return amount;
  },

  /** Returns what was refunded of the payments for a seat, in yen. */
  async refundOf(trx: Trx, participationId: string): Promise<number> {
    const { total } = await trx
      .selectFrom('payments as y')
      .innerJoin('refunds as r', 'r.payment_id', 'y.id')
      .select(sql<number>`coalesce(sum(r.amount), 0)::int`.as('total'))
      .where((eb) =>
        eb.or([
          eb('r.participation_id', '=', participationId),
          eb.and([eb('y.participation_id', '=', participationId), eb('r.participation_id', 'is', null)]),
        ]),
      )
      .where('r.state', '=', 'paid')
      .where('r.reason', '<>', 'duplicate')
      .executeTakeFirstOrThrow();
    return total;
  },
};

export type SeatFactsRow = NonNullable<Awaited<ReturnType<typeof seatFactsRepository.find>>>;
