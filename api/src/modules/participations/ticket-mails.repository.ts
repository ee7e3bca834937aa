import { sql } from 'kysely';

import type { Trx } from '../../platform/database/db';

/** A further seat that shares the state of its buyer's. */
interface Companion {
  id: string;
  name: string;
  amount: number;
}

export type TicketMailsRepository = typeof ticketMailsRepository;

/** Repository of the data and recipients of mails about tickets. */
export const ticketMailsRepository = {
  /** Returns nothing without a recipient: no address, or a withdrawn account. */
  find(trx: Trx, participationId: string) {
    return rows(trx).where('p.id', '=', participationId).executeTakeFirst();
  },

  /** Returns the rows of everyone who has, waits for or may get a seat. */
  findAllOf(trx: Trx, eventId: string) {
    return (
      rows(trx)
        .where('p.event_id', '=', eventId)
        .where('p.state', 'in', ['waitlisted', 'offered', 'held', 'pending_payment', 'confirmed', 'joined'])
        // The buyer of several seats is notified once.
        .where((eb) => eb.or([eb('p.lead_id', 'is', null), eb('p.user_id', 'is not', null)]))
        .orderBy('p.created_at')
        .orderBy('p.id')
        .execute()
    );
  },

  async isWaiting(trx: Trx, eventId: string, userId: string): Promise<boolean> {
    const row = await trx
      .selectFrom('participations')
      .select('id')
      .where('event_id', '=', eventId)
      .where('user_id', '=', userId)
      .where('state', 'in', ['waitlisted', 'offered'])
      .executeTakeFirst();
    return row !== undefined;
  },
};

const rows = (trx: Trx) =>
  trx
    .selectFrom('participations as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .innerJoin('ticket_types as t', 't.id', 'p.ticket_type_id')
    .innerJoin('users as o', 'o.id', 'e.organizer_id')
    .leftJoin('professionals as org', 'org.user_id', 'e.organizer_id')
    // The buyer is notified about a further seat until an account takes it over.
    .leftJoin('participations as lead', 'lead.id', 'p.lead_id')
    .leftJoin('users as u', (join) => join.on((eb) => eb('u.id', '=', eb.fn.coalesce('p.user_id', 'lead.user_id'))))
    .leftJoin('notification_settings as s', 's.user_id', 'u.id')
    .select((eb) => [
      'p.id',
      'u.id as user_id',
      'p.lead_id',
      sql<string | null>`case when p.user_id is null then p.companion_name end`.as('companion_name'),
      sql<boolean>`p.lead_id is not null and p.user_id is null and p.cancelled_at is not distinct from lead.cancelled_at`.as(
        'ends_with_lead',
      ),
      sql<
        Companion[]
      >`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.companion_name, 'amount', c.amount)
          order by c.created_at, c.id), '[]') from participations c where c.lead_id = p.id and c.user_id is null
        and (c.state = p.state or array[c.state, p.state] <@ array['confirmed', 'joined'])
        and c.cancelled_at is not distinct from p.cancelled_at)`.as('companions'),
      'p.event_id',
      'p.route',
      'p.state',
      'p.amount',
      'p.confirmed_at',
      'p.sold_for_start_at',
      'p.hold_expires_at',
      'p.konbini',
      't.name as ticket_name',
      't.price',
      'e.title',
      'e.start_at',
      'e.end_at',
      'e.cancel_reason',
      'e.archive_id',
      // Paid by another user, who is notified of the refund.
      sql<boolean>`exists (select from payments y
        where y.participation_id = coalesce(p.lead_id, p.id) and y.state = 'paid' and y.user_id is distinct from u.id)`.as(
        'is_given',
      ),
      'u.nickname',
      's.time_zone',
      eb.fn.coalesce('org.org_name', 'o.nickname').as('organizer'),
      eb.fn.coalesce('p.guest_email', 'u.email').as('email'),
    ])
    .where((eb) => eb.or([eb('p.guest_email', 'is not', null), eb('u.email', 'is not', null)]))
    .where((eb) => eb.or([eb('u.state', 'is', null), eb('u.state', '<>', 'withdrawn')]));

export type TicketMailRow = NonNullable<Awaited<ReturnType<TicketMailsRepository['find']>>>;
