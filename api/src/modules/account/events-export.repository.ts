import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';

/** Reads the events that the user organizes or speaks at, and the seats that they have. */
export async function readEvents(db: Db, userId: string) {
  return {
    events: await db
      .selectFrom('events')
      .select(['id', 'classroom_id', 'archive_id', 'title', 'subtitle', 'description', 'image_url', 'category_id'])
      .select(['speaker_ids', 'start_at', 'end_at', 'entry_open_at', 'allows_transfers'])
      .select(['refund_policy', 'cancel_policy', 'cancel_reason', 'state'])
      .select(['published_at', 'cancelled_at', 'created_at', 'updated_at'])
      .where('organizer_id', '=', userId)
      .execute(),
    ticketTypes: await db
      .selectFrom('ticket_types as t')
      .innerJoin('events as e', 'e.id', 't.event_id')
      .select(['t.id', 't.event_id', 't.name', 't.kind', 't.price', 't.tax_rate', 't.quota', 't.sold', 't.held'])
      .select(['t.sale_start_at', 't.sale_end_at'])
      .where('e.organizer_id', '=', userId)
      .execute(),
    discountCodes: await db
      .selectFrom('discount_codes as d')
      .innerJoin('events as e', 'e.id', 'd.event_id')
      .select(['d.id', 'd.event_id', 'd.code', 'd.amount_off', 'd.percent_off', 'd.ticket_type_ids', 'd.max_uses'])
      .select(['d.valid_from', 'd.valid_until', 'd.revoked_at', 'd.created_at'])
      .where('e.organizer_id', '=', userId)
      .execute(),
    // All else of these is the organizer's.
    eventsSpokenAt: await db
      .selectFrom('events')
      .select(['id', 'title', 'start_at', 'end_at', 'state'])
      .where('organizer_id', '<>', userId)
      .where(sql<boolean>`${userId} = any(speaker_ids)`)
      .execute(),
    participations: await db
      .selectFrom('participations')
      .select(['id', 'event_id', 'ticket_type_id', 'guest_email', 'guest_birth_date', 'route', 'state'])
      .select(['amount', 'discount', 'payment_method', 'konbini'])
      .select(['hold_expires_at', 'held_before_store_until', 'sold_for_start_at', 'waits_since'])
      .select(['confirmed_at', 'checked_in_at', 'cancelled_at', 'cancel_reason', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .execute(),
    invitations: await db
      .selectFrom('invitations')
      .select(['id', 'event_id', 'ticket_type_id', 'code', 'max_uses', 'uses'])
      .select(['expires_at', 'revoked_at', 'created_at'])
      .where('created_by', '=', userId)
      .execute(),
    purchaseConsents: await db
      .selectFrom('purchase_consents')
      .select(['participation_id', 'guardian_email', 'guardian_name', 'state', 'amount', 'asked_at', 'answered_at'])
      .where('user_id', '=', userId)
      .execute(),
    calendarFeeds: await db.selectFrom('calendar_feeds').select('created_at').where('user_id', '=', userId).execute(),
  };
}
