import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';

/** The anonymous visitors whom the link of a guest ticket has admitted, one after the other. */
export const guestDevicesRepository = {
  /** Returns who is in a room by a ticket now. */
  presentOf(trx: Trx, participationId: string): Promise<{ user_id: string; classroom_id: string }[]> {
    return (
      trx
        .selectFrom('classroom_users')
        .select(['user_id', 'classroom_id'])
        .where('guest_participation_id', '=', participationId)
        // Whoever has signed up since is there by their account.
        .where('anonymous_id', 'is not', null)
        .where('joined_at', 'is not', null)
        .where('left_at', 'is', null)
        .orderBy('user_id')
        .execute()
    );
  },

  /**
   * Returns an account that is in the room of an event by a seat that it has no more: neither runs the room nor speaks
   * at the event, and has no other seat.
   */
  presentWithout(trx: Trx, participationId: string): Promise<{ user_id: string; classroom_id: string }[]> {
    return trx
      .selectFrom('participations as p')
      .innerJoin('events as e', 'e.id', 'p.event_id')
      .innerJoin('classrooms as c', 'c.event_id', 'p.event_id')
      .innerJoin('classroom_users as u', (join) =>
        join.onRef('u.classroom_id', '=', 'c.id').onRef('u.user_id', '=', 'p.user_id'),
      )
      .select(['u.user_id', 'u.classroom_id'])
      .where('p.id', '=', participationId)
      .where('u.role', 'not in', ['host', 'co_host'])
      .where('u.joined_at', 'is not', null)
      .where('u.left_at', 'is', null)
      .where(sql<boolean>`not u.user_id = any(e.speaker_ids)`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('participations as other')
              .select('other.id')
              .whereRef('other.event_id', '=', 'p.event_id')
              .whereRef('other.user_id', '=', 'p.user_id')
              .where('other.route', '<>', 'archive')
              .where('other.state', 'in', ['confirmed', 'joined']),
          ),
        ),
      )
      .execute();
  },

  /** Returns whether a holder of a ticket was removed from its room, on any device. */
  async isKicked(trx: Trx, participationId: string): Promise<boolean> {
    const found = await trx
      .selectFrom('classroom_users')
      .select('user_id')
      .where('guest_participation_id', '=', participationId)
      .where('kicked_at', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  },
};
