import { type Selectable, sql } from 'kysely';

import type { Db } from '../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../platform/database/time-position';
import type { NotificationsTable } from '../../tables/notifications';
import { markChangedBy } from '../realtime/live-outbox';
import { type UserRow, userSelection } from '../users/user-columns';
import { changedPeople } from './person-documents';

type ActorRow = { [K in keyof UserRow as `actor_${K}`]: UserRow[K] };
type NoActor = { [K in keyof ActorRow]: null };

/** A notification with its actor; the actor's columns are null when there is none or that user's row is gone. */
export type NotificationRow = (ActorRow | NoActor) &
  Omit<Selectable<NotificationsTable>, 'user_id' | 'actor_id'> & { created_micros: number };

export function createNotificationsRepository(db: Db) {
  const selectInbox = (userId: string) =>
    db
      .selectFrom('notifications as n')
      .leftJoin('users as actor', 'actor.id', 'n.actor_id')
      .select([
        'n.id',
        'n.kind',
        'n.title',
        'n.body',
        'n.url',
        'n.is_read',
        'n.created_at',
        toMicros('n.created_at').as('created_micros'),
      ])
      .select(userSelection('actor', 'actor_', userId))
      .where('n.user_id', '=', userId);

  return {
    /** Returns a user's inbox, newest first. */
    list(userId: string, after: TimePosition | null, limit: number): Promise<NotificationRow[]> {
      return selectInbox(userId)
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(n.created_at, n.id) < (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`),
        )
        .orderBy('n.created_at', 'desc')
        .orderBy('n.id', 'desc')
        .limit(limit)
        .execute() as Promise<NotificationRow[]>;
    },

    find(userId: string, id: string): Promise<NotificationRow | undefined> {
      return selectInbox(userId).where('n.id', '=', id).executeTakeFirst() as Promise<NotificationRow | undefined>;
    },

    /** Records that everything up to this time has been seen; it never moves back. Returns whether it moved. */
    async markSeen(userId: string, upToMicros: number, now: Date): Promise<boolean> {
      const upTo = fromMicros(upToMicros);
      // One statement: it runs whenever the inbox is opened, and mostly has nothing to do.
      const { rows } = await sql<{ path: string }>`
        with seen as (update users set notifications_seen_at = ${upTo} where id = ${userId} and notifications_seen_at < ${upTo} returning id)
        ${markChangedBy(changedPeople(sql`select id from seen`), now)} returning path`.execute(db);
      return rows.length > 0;
    },

    /** Marks a user's notifications up to and including this position as read. */
    async markRead(userId: string, { micros, id }: TimePosition): Promise<void> {
      await db
        .updateTable('notifications')
        .set({ is_read: true })
        .where('user_id', '=', userId)
        .where('is_read', '=', false)
        .where(sql<boolean>`(created_at, id) <= (${fromMicros(micros)}, ${id})`)
        .execute();
    },
  };
}

export type NotificationsRepository = ReturnType<typeof createNotificationsRepository>;
