import type { NotificationKind } from '@manabiba/shared/contract/notifications';
import { addMilliseconds, subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';
import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { ChosenChannels } from '../settings/effective-channels';

/** A claimed delivery with everything that decides whether and how it is sent. */
export interface DueDelivery {
  id: number;
  channel: 'mail' | 'push';
  attempts: number;
  created_at: Date;
  stale_at: Date;
  notification_id: string;
  kind: NotificationKind;
  title: string;
  body: string;
  url: string;
  group_id: string | null;
  is_read: boolean;
  actor_name: string | null;
  /** The times and the host of the classroom or event that it is about; null when it is about none. */
  start_at: Date | null;
  end_at: Date | null;
  host_name: string | null;
  /** The classroom that it is about. */
  classroom_id: string | null;
  /** The message that it contains; null for other kinds, and when the staff has removed it. */
  message: { subject: string; body: string; hostId: string } | null;
  user_id: string;
  nickname: string;
  user_state: string;
  /** The verified address; null without one. */
  email: string | null;
  is_refused: boolean;
  channels: ChosenChannels | null;
  quiet_from: string | null;
  quiet_to: string | null;
  time_zone: string | null;
  paused_until: Date | null;
  subscription_id: string | null;
  endpoint: string | null;
  p256dh: string | null;
  auth: string | null;
}

/** How long a claimed delivery is not claimed again, in milliseconds: after that, whoever claimed it was killed. */
const LEASE_MS = 60_000;
/** Retention of finished deliveries, in milliseconds. */
const KEPT_MS = 30 * millisecondsInDay;

export function createDeliveriesRepository(db: Db) {
  return {
    /**
     * Claims due deliveries of a channel; other processes claim others. They are chosen before the update: as a subquery
     * of its condition the planner may choose again for each row, which claims more than `limit`.
     */
    async claim(channel: 'mail' | 'push', limit: number, now: Date): Promise<DueDelivery[]> {
      const { rows } = await sql<DueDelivery>`
        with due as materialized (
          select id from notification_deliveries where state = 'queued' and channel = ${channel} and next_attempt_at <= ${now}
            order by next_attempt_at, id limit ${limit} for update skip locked),
        claimed as (
          update notification_deliveries q set attempts = q.attempts + 1, next_attempt_at = ${addMilliseconds(now, LEASE_MS)}
          from due where q.id = due.id returning q.*)
        select d.id, d.channel, d.attempts, d.created_at, d.stale_at, d.notification_id, d.kind, n.title, n.body, n.url, n.group_id, n.is_read,
          case when a.state <> 'withdrawn' then a.nickname end as actor_name,
          coalesce(cl.start_at, ev.start_at) as start_at, coalesce(cl.end_at, ev.end_at) as end_at,
          case when h.state <> 'withdrawn' then coalesce(nullif(o.org_name, ''), h.nickname) end as host_name, cl.id as classroom_id,
          case when msg.id is not null then jsonb_build_object('subject', msg.subject, 'body', msg.body, 'hostId', coalesce(ev.organizer_id, cl.host_id)) end as message,
          u.id as user_id, u.nickname, u.state as user_state, case when u.email_verified_at is not null then u.email end as email,
          exists (select from mail_refusals r where r.email = lower(u.email)) as is_refused,
          s.channels, s.quiet_from, s.quiet_to, s.time_zone, s.paused_until,
          d.subscription_id, p.endpoint, p.p256dh, p.auth
        from claimed d join notifications n on n.id = d.notification_id join users u on u.id = d.user_id
        left join notification_causes c on c.id = n.cause_id
        left join classrooms cl on cl.id = c.subjects ->> 'classroom' left join events ev on ev.id = c.subjects ->> 'event'
        left join series sr on sr.id = c.subjects ->> 'series'
        left join users h on h.id = coalesce(cl.host_id, ev.organizer_id, sr.host_id) left join professionals o on o.user_id = h.id and ev.id is not null
        left join host_messages msg on msg.id = c.subjects ->> 'message' and msg.removed_at is null
        left join users a on a.id = n.actor_id left join notification_settings s on s.user_id = d.user_id
        left join sessions l on l.id = (select session_id from push_subscriptions where id = d.subscription_id) and l.revoked_at is null and l.expires_at > ${now}
        left join push_subscriptions p on p.id = d.subscription_id and p.session_id = l.id and p.user_id = d.user_id
        order by d.created_at, d.id`.execute(db);
      return rows;
    },

    async finish(id: number, state: 'sent' | 'failed' | 'dropped', reason: string | null, now: Date): Promise<void> {
      await db
        .updateTable('notification_deliveries')
        .set({ state, reason, done_at: now })
        .where('id', '=', id)
        .execute();
    },

    async retry(id: number, at: Date, reason: string): Promise<void> {
      await db
        .updateTable('notification_deliveries')
        .set({ next_attempt_at: at, reason })
        .where('id', '=', id)
        .execute();
    },

    /** Removes a subscription that its browser or push service has ended. */
    async deleteSubscription(id: string): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
    },

    async markSubscriptionUsed(id: string, now: Date): Promise<void> {
      await db.updateTable('push_subscriptions').set({ last_used_at: now }).where('id', '=', id).execute();
    },

    /** Records that an address was refused. Returns whether that is new. */
    async recordRefusal(trx: Trx, email: string, reason: string, now: Date): Promise<boolean> {
      const inserted = await trx
        .insertInto('mail_refusals')
        .values({ email: email.toLowerCase(), refused_at: now, reason })
        .onConflict((conflict) => conflict.doNothing())
        .returning('email')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    /** Deletes old deliveries, and refused addresses that no account has any more. */
    async deleteOld(now: Date): Promise<void> {
      await sql`delete from mail_refusals r where not exists (select from users u where r.email in (lower(u.email), lower(u.guardian_email)))`.execute(
        db,
      );
      await db.deleteFrom('notification_deliveries').where('done_at', '<', subMilliseconds(now, KEPT_MS)).execute();
    },
  };
}

export type DeliveriesRepository = ReturnType<typeof createDeliveriesRepository>;
