import type { NotificationKind } from '@manabiba/shared/contract/notifications';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

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

export function createNotificationOperationsRepository(db: Db) {
  return {
    /** Counts what became of the notifications since a time, by kind and channel. */
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

    /** Returns whether there is such a user. */
    async userExists(id: string): Promise<boolean> {
      return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    },
  };
}

export type NotificationOperationsRepository = ReturnType<typeof createNotificationOperationsRepository>;
