import type { Selectable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { EventsTable, ParticipationsTable } from '../../tables/events';

/** A guest ticket at the entrance of its event. */
export interface GuestEntry extends Pick<Selectable<ParticipationsTable>, 'id' | 'state'> {
  event_state: EventsTable['state'];
  classroom_id: string | null;
}

/** Whom the tickets of guests without an account admit to the rooms of events. */
export const guestEntriesRepository = {
  /** Returns the ticket with what decides whether it admits its holder. */
  find(db: Db, tokenHash: string): Promise<GuestEntry | undefined> {
    return db
      .selectFrom('participations as p')
      .innerJoin('events as e', 'e.id', 'p.event_id')
      .select(['p.id', 'p.state', 'e.state as event_state', 'e.classroom_id'])
      .where('p.guest_token_hash', '=', tokenHash)
      .where('p.user_id', 'is', null)
      .executeTakeFirst();
  },

  /** Makes a visitor the one whom a ticket admits. Returns false when it admits nobody any more. */
  async admit(trx: Trx, id: string, visitorId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('participations')
      .set({ guest_visitor_id: visitorId, updated_at: now })
      .where('id', '=', id)
      .where('user_id', 'is', null)
      .where('state', 'in', ['confirmed', 'joined'])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
};
