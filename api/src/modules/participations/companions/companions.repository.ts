import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { LIVE_STATES, type ParticipationRow, type TicketForSale } from '../participations.repository';

/** Further seats of purchases. They change only while their ticket type is locked. */
export const companionsRepository = {
  /** Returns all further seats of a purchase, in any state, in the order of purchase. */
  list: (on: Db | Trx, leadId: string): Promise<ParticipationRow[]> =>
    on
      .selectFrom('participations')
      .selectAll()
      .where('lead_id', '=', leadId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  /** Returns whether a seat has further seats that are its buyer's. */
  async hasLive(trx: Trx, leadId: string): Promise<boolean> {
    const row = await trx
      .selectFrom('participations')
      .select('id')
      .where('lead_id', '=', leadId)
      .where('user_id', 'is', null)
      .where('state', 'in', LIVE_STATES)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  async rename(trx: Trx, id: string, name: string): Promise<void> {
    await trx.updateTable('participations').set({ companion_name: name }).where('id', '=', id).execute();
  },

  /** Gives the unpaid further seats the method, the price and the state of the buyer's. */
  async follow(trx: Trx, lead: ParticipationRow): Promise<void> {
    await trx
      .updateTable('participations')
      .set({
        state: lead.state === 'pending_payment' ? 'pending_payment' : 'held',
        payment_method: lead.payment_method,
        amount: lead.amount,
        discount: lead.discount,
        discount_code_id: lead.discount_code_id,
        updated_at: lead.updated_at,
      })
      .where('lead_id', '=', lead.id)
      .where('state', 'in', ['held', 'pending_payment'])
      .execute();
  },

  /** Deletes a seat that has never been paid. */
  async remove(trx: Trx, id: string): Promise<void> {
    await trx.deleteFrom('participations').where('id', '=', id).execute();
  },

  /** Counts the seats of a ticket that guests, and further seats of others that convenience stores, hold unpaid. */
  async countUnpaid(trx: Trx, ticket: Pick<TicketForSale, 'id'>, exceptOf: string): Promise<number> {
    const { rows } = await sql<{ unpaid: number }>`
      select count(*)::int as unpaid from participations
      where ticket_type_id = ${ticket.id} and state in ('held', 'pending_payment') and user_id is null
        and (lead_id is null or payment_method = 'konbini' and lead_id <> ${exceptOf})`.execute(trx);
    return rows[0]?.unpaid ?? 0;
  },

  /**
   * Marks what a refund of the buyer's seat, or of the rest of the payment, has paid back as well: further seats that
   * ended with the buyer's, and once nothing is left of the payment also those that were cancelled without a refund or
   * whose own has failed. Returns their ids.
   */
  async markRefunded(trx: Trx, leadId: string, now: Date): Promise<{ id: string }[]> {
    const { rows } = await sql<{ id: string }>`
      update participations c set state = 'refunded', updated_at = ${now}
      where c.lead_id = ${leadId} and (
        c.state = 'refund_pending' and not exists (select from refunds r where r.participation_id = c.id)
        or c.state in ('refund_pending', 'cancelled') and (
          select sum(y.amount - y.refunded) from payments y where y.participation_id = ${leadId} and y.state = 'paid') = 0)
      returning c.id`.execute(trx);
    return rows;
  },
};
