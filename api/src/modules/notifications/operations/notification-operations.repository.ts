import type { NotificationKind } from '@manabiba/shared/contract/notifications';
import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';

export interface TimelineRow {
  kind: NotificationKind;
  channel: 'inApp' | 'mail' | 'push';
  sent: number;
  queued: number;
  failed: number;
  dropped: number;
  opened: number;
  /** Seconds from when it was due until it was sent, of the slowest in a hundred; null when none was sent. */
  lateness_seconds: number | null;
}

/** What ids of announcements begin with. Other notices of the operator to one user have keys of other forms. */
export const ANNOUNCEMENT_PREFIX = 'ann';

export function createNotificationOperationsRepository(db: Db) {
  return {
    /** Counts the outcomes of notifications since a time, by kind and channel. */
    async timeline(since: Date): Promise<TimelineRow[]> {
      const { rows } = await sql<TimelineRow>`
        select n.kind, 'inApp' as channel, count(*)::int as sent, 0 as queued, 0 as failed, 0 as dropped,
          count(*) filter (where n.opened_from = 'inApp')::int as opened,
          percentile_cont(0.99) within group (order by extract(epoch from n.created_at - c.due_at)) as lateness_seconds
        from notifications n join notification_causes c on c.id = n.cause_id
        where n.created_at >= ${since} and (n.is_listed or n.group_id is not null) group by n.kind
        union all
        select d.kind, d.channel, count(*) filter (where d.state = 'sent')::int, count(*) filter (where d.state = 'queued')::int,
          count(*) filter (where d.state = 'failed')::int, count(*) filter (where d.state = 'dropped')::int,
          count(*) filter (where d.channel = 'push' and d.state = 'sent' and n.opened_from = 'push')::int,
          percentile_cont(0.99) within group (order by extract(epoch from d.done_at - c.due_at)) filter (where d.state = 'sent')
        from notification_deliveries d join notifications n on n.id = d.notification_id left join notification_causes c on c.id = n.cause_id
        where d.created_at >= ${since} group by d.kind, d.channel
        union all
        select kind, 'inApp', 0, 0, 0, count(*)::int, 0, null from notification_causes where is_stale and done_at >= ${since} group by kind
        order by 1, 2`.execute(db);
      return rows;
    },

    /** Announcements that wait or were sent, by the time at which they are due, latest first. */
    announcements: (limit: number) =>
      db
        .selectFrom('notification_causes as c')
        .leftJoin('users as u', (join) => join.on('u.id', '=', sql<string>`c.subjects ->> 'audience'`))
        .select([
          'c.key',
          sql<string>`c.subjects ->> 'audience'`.as('audience'),
          'u.nickname',
          'c.title',
          'c.body',
          'c.url',
          'c.due_at',
          'c.told_count',
          'c.done_at',
          'c.is_stale',
          'c.stopped_at',
        ])
        .where('c.kind', '=', 'management')
        .where(sql<boolean>`starts_with(c.key, ${`${ANNOUNCEMENT_PREFIX}_`})`)
        .orderBy('c.due_at', 'desc')
        .orderBy('c.id', 'desc')
        .limit(limit)
        .execute(),

    /** Stops an announcement after the batch in progress. Returns its audience; nothing when it is done. */
    async stop(trx: Trx, key: string, now: Date): Promise<string | undefined> {
      const row = await trx
        .updateTable('notification_causes')
        .set({ done_at: now, stopped_at: now })
        .where('kind', '=', 'management')
        .where('key', '=', key)
        .where('done_at', 'is', null)
        .returning(sql<string>`subjects ->> 'audience'`.as('audience'))
        .executeTakeFirst();
      return row?.audience;
    },

    /** Returns whether there is such an announcement. */
    async hasAnnouncement(trx: Trx, key: string): Promise<boolean> {
      const row = await trx
        .selectFrom('notification_causes')
        .select('id')
        .where('kind', '=', 'management')
        .where('key', '=', key)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The last notifications of a user, with what caused them. */
    notificationsOf: (userId: string, limit: number) =>
      db
        .selectFrom('notifications as n')
        .leftJoin('users as actor', 'actor.id', 'n.actor_id')
        .leftJoin('notification_causes as c', 'c.id', 'n.cause_id')
        .select([
          'n.id',
          'n.kind',
          'n.title',
          'n.body',
          'n.created_at',
          'n.is_listed',
          'n.group_id',
          'n.is_read',
          'n.opened_at',
          'n.opened_from',
          'actor.nickname as actor_name',
          'c.created_at as caused_at',
        ])
        .where('n.user_id', '=', userId)
        .orderBy('n.created_at', 'desc')
        .orderBy('n.id', 'desc')
        .limit(limit)
        .execute(),

    deliveriesOf: (notificationIds: readonly string[]) =>
      db
        .selectFrom('notification_deliveries')
        .select(['notification_id', 'channel', 'state', 'reason', 'attempts', 'created_at', 'done_at'])
        .where(sql<boolean>`notification_id = any(${notificationIds})`)
        .orderBy('id')
        .execute(),

    /** Returns whether there is such a user. */
    async userExists(id: string): Promise<boolean> {
      return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    },
  };
}

export type NotificationOperationsRepository = ReturnType<typeof createNotificationOperationsRepository>;
