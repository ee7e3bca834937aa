import type { NotificationKind } from '@manabiba/shared/contract/notifications';
import { subMilliseconds } from 'date-fns';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { NotificationCausesTable } from '../../../tables/notifications';
import { markChangedBy } from '../../realtime/live-outbox';
import type { AudienceInput } from '../kinds/audiences.repository';
import type { KindDeclaration } from '../kinds/declare-kind';
import { changedPeople } from '../person-documents';

export type CauseRow = Selectable<NotificationCausesTable>;

interface BatchInput {
  cause: CauseRow;
  declaration: KindDeclaration;
  communicateMinAge: number;
  now: Date;
  limit: number;
}

/** A session used within this time may have a page open that shows the bell, in milliseconds. */
const ONLINE_MS = 2 * millisecondsInHour;
const GROUP_MS = millisecondsInHour;
/** Retention of causes that were fanned out, in milliseconds. */
const KEPT_MS = 30 * millisecondsInDay;

const LEFT_OUT = sql.raw(`('suspended', 'withdrawn')`);

/** Whether a channel is on for the user of settings s: the user's choice, else the default. */
function isOn(
  { kind, channels, fixed = [] }: KindDeclaration,
  channel: 'inApp' | 'mail' | 'push',
): RawBuilder<boolean> {
  if (fixed.includes(channel)) return sql<boolean>`true`;
  const chosen = sql`s.channels -> ${kind}::text -> ${channel}::text`;
  return sql<boolean>`case when jsonb_typeof(${chosen}) = 'boolean' then (${chosen})::boolean else ${channels[channel]} end`;
}

export function createCausesRepository(db: Db) {
  return {
    /** Records a cause, if it is new. */
    async record(trx: Trx, row: Insertable<NotificationCausesTable>): Promise<void> {
      await trx
        .insertInto('notification_causes')
        .values(row)
        .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
        .execute();
    },

    /** Locks the next due cause that no other process is fanning out. */
    lockNext: (trx: Trx, now: Date): Promise<CauseRow | undefined> =>
      trx
        .selectFrom('notification_causes')
        .selectAll()
        .where('done_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst(),

    async save(trx: Trx, id: number, set: Partial<Insertable<NotificationCausesTable>>): Promise<void> {
      await trx.updateTable('notification_causes').set(set).where('id', '=', id).execute();
    },

    /**
     * Notifies the next batch of the audience in one statement: notifications, deliveries, and the live documents of
     * those who may be online. Returns the last user considered, or null when none was left.
     */
    async fanOutNext(trx: Trx, input: BatchInput): Promise<{ last: string | null; considered: number; told: number }> {
      const { cause, declaration, communicateMinAge, now, limit } = input;
      const { people, condition } = declaration.audience({
        subjects: cause.subjects,
        actorId: cause.actor_id,
        now,
        communicateMinAge,
      });
      const shownActor = declaration.showsActor === true ? cause.actor_id : null;
      const { rows } = await sql<{ last: string | null; considered: number; told: number }>`
        with page as materialized (
          select a.user_id from (${people}) a where a.user_id > ${cause.told_up_to} order by a.user_id limit ${limit}),
        audience as materialized (
          select page.user_id from page join users u on u.id = page.user_id
          where u.state not in ${LEFT_OUT}
            and u.id is distinct from ${cause.actor_id} and (${condition})
            and not exists (select from user_blocks b where (b.blocker_id = u.id and b.blocked_id = ${cause.actor_id})
              or (b.blocker_id = ${cause.actor_id} and b.blocked_id = u.id))
            and not exists (select from notification_mutes m where m.user_id = u.id and
              m.subject_id = case m.scope when 'person' then ${shownActor} when 'classroom' then ${cause.subjects['classroom'] ?? null}
                when 'event' then ${cause.subjects['event'] ?? null} else ${cause.subjects['messages'] ?? null} end)),
        chosen as materialized (
          select * from (select audience.user_id, ${isOn(declaration, 'inApp')} as in_app, ${isOn(declaration, 'mail')} as mail, ${isOn(declaration, 'push')} as push
            from audience left join notification_settings s on s.user_id = audience.user_id) choices where in_app or mail or push),
        inserted as (
          insert into notifications (id, user_id, kind, title, body, url, actor_id, created_at, cause_id, is_listed)
          select 'ntf_' || replace(gen_random_uuid()::text, '-', ''), user_id, ${cause.kind}, ${cause.title}, ${cause.body}, ${cause.url}, ${shownActor}, ${now}, ${cause.id}, in_app
          from chosen on conflict (cause_id, user_id) do nothing returning id, user_id, is_listed),
        mailed as (
          insert into notification_deliveries (notification_id, kind, user_id, channel, created_at, next_attempt_at, stale_at)
          select i.id, ${cause.kind}, i.user_id, 'mail', ${now}, ${now}, ${cause.stale_at} from inserted i join chosen c using (user_id) join users u on u.id = i.user_id
          where c.mail and ${cause.is_mailed} and u.email_verified_at is not null and u.email is not null
            and not exists (select from mail_refusals r where r.email = lower(u.email))),
        pushed as (
          insert into notification_deliveries (notification_id, kind, user_id, channel, subscription_id, created_at, next_attempt_at, stale_at)
          select i.id, ${cause.kind}, i.user_id, 'push', p.id, ${now}, ${now}, ${cause.stale_at} from inserted i join chosen c using (user_id)
          join push_subscriptions p on p.user_id = i.user_id join sessions l on l.id = p.session_id
          where c.push and l.revoked_at is null and l.expires_at > ${now}),
        marked as (${markChangedBy(
          changedPeople(sql`select i.user_id as id from inserted i where i.is_listed and exists (select from sessions o
            where o.user_id = i.user_id and o.revoked_at is null and o.last_used_at > ${subMilliseconds(now, ONLINE_MS)}) order by i.user_id`),
          now,
        )})
        select max(user_id) as last, count(*)::int as considered, (select count(*)::int from inserted) as told from page`.execute(
        trx,
      );
      return rows[0] ?? { last: null, considered: 0, told: 0 };
    },

    /** Counts whom a cause with these subjects reaches now. */
    async countAudience(declaration: KindDeclaration, input: AudienceInput): Promise<number> {
      const { people, condition } = declaration.audience(input);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (${people}) a join users u on u.id = a.user_id
        where u.state not in ${LEFT_OUT} and (${condition})`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /** Serializes grouping: causes of one user take turns, whichever processes fan them out. */
    async lockGroups(trx: Trx, userId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`notification group ${userId}`}, 0))`.execute(trx);
    },

    /** Makes the notification of a cause the latest of its group, which began within the hour. */
    async group(trx: Trx, cause: CauseRow, userId: string, now: Date): Promise<void> {
      await sql`
        with latest as (
          select n.id, coalesce(n.group_id, n.id) as group_id, n.group_count from notifications n
          join notifications first on first.id = coalesce(n.group_id, n.id)
          where n.user_id = ${userId} and n.kind = ${cause.kind} and n.is_listed and n.cause_id is distinct from ${cause.id}
            and first.created_at > ${subMilliseconds(now, GROUP_MS)}
          order by n.created_at desc, n.id desc limit 1),
        hidden as (update notifications n set is_listed = false, group_id = latest.group_id from latest where n.id = latest.id)
        update notifications n set group_id = latest.group_id, group_count = latest.group_count + 1
        from latest where n.cause_id = ${cause.id} and n.user_id = ${userId} and n.is_listed`.execute(trx);
    },

    /**
     * Withdraws notifications of these kinds whose start has changed since: inbox entries and queued deliveries. If the
     * start moves back, they are sent again. `eventId` null: of all events.
     */
    async withdrawOutdated(
      trx: Trx,
      { kinds, eventId }: { kinds: readonly NotificationKind[]; eventId: string | null },
      now: Date,
    ): Promise<void> {
      // Locked first, so that the second statement sees the batch that another process is fanning out.
      const { rows } = await sql<{ id: number }>`
        select c.id from notification_causes c join events e on e.id = c.subjects ->> 'event'
        where c.kind = any(${kinds}) and (${eventId}::text is null or e.id = ${eventId})
          and date_trunc('milliseconds', e.start_at) <> (c.subjects ->> 'startAt')::timestamptz
        order by c.id for update of c`.execute(trx);
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      await sql`
        with withdrawn as (delete from notifications where cause_id = any(${ids}) returning user_id)
        ${markChangedBy(changedPeople(sql`select distinct user_id as id from withdrawn order by user_id`), now)}`.execute(
        trx,
      );
      await sql`delete from notification_causes where id = any(${ids})`.execute(trx);
    },

    /** Deletes causes that were fanned out a month ago; their notifications stay. */
    async deleteOld(kinds: readonly NotificationKind[], now: Date): Promise<void> {
      await db
        .deleteFrom('notification_causes')
        .where('kind', 'in', [...kinds])
        .where('done_at', '<', subMilliseconds(now, KEPT_MS))
        .execute();
    },
  };
}

export type CausesRepository = ReturnType<typeof createCausesRepository>;
