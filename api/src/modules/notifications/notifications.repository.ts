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
  Omit<Selectable<NotificationsTable>, 'user_id' | 'actor_id'> & {
    created_micros: number;
    /** Of its cause; null for notifications written before causes were recorded. */
    subjects: Record<string, string> | null;
  };

/** A delivery of a notification, as far as the user sees it. */
export interface DeliveryRow {
  channel: 'mail' | 'push';
  state: 'queued' | 'sent' | 'failed' | 'dropped';
  done_at: Date | null;
}

export function createNotificationsRepository(db: Db) {
  const selectInbox = (userId: string) =>
    db
      .selectFrom('notifications as n')
      .leftJoin('users as actor', 'actor.id', 'n.actor_id')
      .leftJoin('notification_causes as c', 'c.id', 'n.cause_id')
      .select([
        'n.id',
        'n.kind',
        'n.title',
        'n.body',
        'n.url',
        'n.is_read',
        'n.created_at',
        'n.cause_id',
        'n.is_listed',
        'n.group_id',
        'n.group_count',
        'n.opened_at',
        'n.opened_from',
        'c.subjects',
        toMicros('n.created_at').as('created_micros'),
      ])
      .select(userSelection('actor', 'actor_', userId))
      .where('n.user_id', '=', userId);

  return {
    /** Returns a user's inbox, newest first. */
    list(userId: string, after: TimePosition | null, limit: number): Promise<NotificationRow[]> {
      return selectInbox(userId)
        .where('n.is_listed', '=', true)
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

    /** Returns the notifications of a group, newest first. */
    group(userId: string, groupId: string, limit: number): Promise<NotificationRow[]> {
      return selectInbox(userId)
        .where('n.group_id', '=', groupId)
        .orderBy('n.created_at', 'desc')
        .orderBy('n.id', 'desc')
        .limit(limit)
        .execute() as Promise<NotificationRow[]>;
    },

    /** Returns the newest line of the inbox. */
    findNewest(userId: string): Promise<NotificationRow | undefined> {
      return selectInbox(userId)
        .where('n.is_listed', '=', true)
        .orderBy('n.created_at', 'desc')
        .orderBy('n.id', 'desc')
        .limit(1)
        .executeTakeFirst() as Promise<NotificationRow | undefined>;
    },

    /** Marks one as read, and as opened the first time. */
    async markOpened(userId: string, id: string, from: 'inApp' | 'push', now: Date): Promise<void> {
      await db
        .updateTable('notifications')
        .set({
          is_read: true,
          opened_at: sql`coalesce(opened_at, ${now})`,
          opened_from: sql`coalesce(opened_from, ${from})`,
        })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute();
    },

    deliveries: (notificationId: string): Promise<DeliveryRow[]> =>
      db
        .selectFrom('notification_deliveries')
        .select(['channel', 'state', 'done_at'])
        .where('notification_id', '=', notificationId)
        .orderBy('id')
        .execute(),

    /** Records that everything up to this time has been seen; it never moves back. Returns whether it moved. */
    async markSeen(userId: string, upToMicros: number, now: Date): Promise<boolean> {
      const upTo = fromMicros(upToMicros);
      // One statement: it runs whenever the inbox is opened, and mostly has nothing to do.
      const { rows } = await sql<{ path: string }>`
        with seen as (update users set notifications_seen_at = ${upTo} where id = ${userId} and notifications_seen_at < ${upTo} returning id)
        ${markChangedBy(changedPeople(sql`select id from seen`), now)} returning path`.execute(db);
      return rows.length > 0;
    },

    /** Marks one of a user's notifications as read, with those that its line stands for. */
    async markOneRead(
      userId: string,
      { id, group_id: groupId }: Pick<NotificationRow, 'id' | 'group_id'>,
    ): Promise<void> {
      await db
        .updateTable('notifications')
        .set({ is_read: true })
        .where('user_id', '=', userId)
        .where('is_read', '=', false)
        .where((eb) =>
          groupId === null ? eb('id', '=', id) : eb.or([eb('id', '=', id), eb('group_id', '=', groupId)]),
        )
        .execute();
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
