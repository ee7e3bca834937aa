import { TRANSFER_DELAY_DAYS } from '@manabiba/shared/contract/limits';
import { sql } from 'kysely';

/**
 * What an organizer earns from each paid ticket, after platform fee and refunds, in yen. Settled earnings, of events
 * that ended long enough ago, can be transferred. Of a cancelled event, only what earlier cancellations by participants
 * left is earned; a refund that is still owed is never settled.
 */
export const earnedBy = (sellerId: string, now: Date) => {
  const settledBefore = new Date(now.getTime() - TRANSFER_DELAY_DAYS * 86_400_000);
  return sql`(
    select e.id as event_id, e.title, e.start_at, left_over, p.amount - left_over as refunded,
      e.end_at <= ${settledBefore} and c.state <> 'refund_pending'
        and (e.state in ('ended', 'archived') or (e.state = 'cancelled' and c.state = 'cancelled')) as is_settled,
      left_over - (p.fee::bigint * left_over / p.amount) as net
    from payments p
      join participations c on c.id = p.participation_id
      join events e on e.id = c.event_id
      cross join lateral (
        select p.amount - coalesce(sum(r.amount), 0) as left_over from refunds r where r.payment_id = p.id and r.state <> 'failed'
      ) l
    where p.seller_id = ${sellerId} and p.state = 'paid'
  )`;
};
