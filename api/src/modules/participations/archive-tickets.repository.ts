import { sql } from 'kysely';

import type { Trx } from '../../platform/database/db';
import { isSchoolSeparated } from '../users/user-columns';
import { LIVE_STATES, type ParticipationRow } from './participations.repository';

/** Selects the archive of an event while it is published. */
const shownArchive = (trx: Trx, eventId: string) =>
  trx
    .selectFrom('archives as a')
    .select('a.id')
    .where('a.source', '=', 'event')
    .where('a.source_id', '=', eventId)
    .where('a.state', '=', 'ready')
    .where('a.published_at', 'is not', null);

/** Repository of what decides about tickets for the archives of events. */
export const archiveTicketsRepository = {
  /** Returns whether the archive of an event is published. */
  async isShown(trx: Trx, eventId: string): Promise<boolean> {
    return (await shownArchive(trx, eventId).executeTakeFirst()) !== undefined;
  },

  /**
   * Returns whether the archive of an event is sold to a user: it is published for ticket holders, its host has not
   * withdrawn, and the user would find it.
   */
  async isSold(trx: Trx, eventId: string, userId: string): Promise<boolean> {
    const sold = await shownArchive(trx, eventId)
      .innerJoin('users as host', 'host.id', 'a.host_id')
      .innerJoin('users as buyer', (join) => join.on('buyer.id', '=', userId))
      .where('a.access', '=', 'ticket')
      .where('host.state', '<>', 'withdrawn')
      .where(sql<boolean>`not ${sql.raw(isSchoolSeparated('a.host_id', 'buyer.id'))}`)
      .executeTakeFirst();
    return sold !== undefined;
  },

  /** Returns whether the buyer of an archive ticket has watched the archive since. */
  async hasWatched(
    trx: Trx,
    { event_id: eventId, user_id: userId, confirmed_at: since }: ParticipationRow,
  ): Promise<boolean> {
    const watched = await trx
      .selectFrom('archive_positions as w')
      .innerJoin('archives as a', 'a.id', 'w.archive_id')
      .select('w.user_id')
      .where('a.source', '=', 'event')
      .where('a.source_id', '=', eventId)
      .where('w.user_id', '=', userId)
      .where('w.updated_at', '>=', since)
      .executeTakeFirst();
    return watched !== undefined;
  },

  /** Returns at most `limit` archive tickets of an event that are about to be bought, or were bought since then. */
  findTickets(trx: Trx, eventId: string, since: Date, limit: number): Promise<{ id: string }[]> {
    return trx
      .selectFrom('participations')
      .select('id')
      .where('event_id', '=', eventId)
      .where('route', '=', 'archive')
      .where('state', 'in', LIVE_STATES)
      .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '>', since)]))
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute();
  },
};
