import type { MuteScope } from '@manabiba/shared/contract/notifications';
import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';
import type { NotificationMutesTable, NotificationSettingsTable } from '../../../tables/notifications';

export type SettingsRow = Selectable<NotificationSettingsTable>;
export type SettingsChange = Partial<Omit<Insertable<NotificationSettingsTable>, 'user_id'>>;
export type MuteRow = Selectable<NotificationMutesTable> & { label: string };

export function createNotificationSettingsRepository(db: Db) {
  const selectMutes = (userId: string) =>
    db
      .selectFrom('notification_mutes as m')
      .selectAll('m')
      .select(
        sql<string>`coalesce(case m.scope
          when 'classroom' then (select name from classrooms where id = m.subject_id)
          when 'event' then (select title from events where id = m.subject_id)
          else (select nickname from users where id = m.subject_id and state <> 'withdrawn') end, '')`.as('label'),
      )
      .where('m.user_id', '=', userId);

  return {
    find: (userId: string): Promise<SettingsRow | undefined> =>
      db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).executeTakeFirst(),

    /** Locks a user's settings, which are created if there are none. */
    async lock(trx: Trx, userId: string, now: Date): Promise<SettingsRow> {
      await trx
        .insertInto('notification_settings')
        .values({ user_id: userId, channels: '{}', quiet_from: null, quiet_to: null, updated_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return trx
        .selectFrom('notification_settings')
        .selectAll()
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
    },

    async save(trx: Trx, userId: string, set: SettingsChange): Promise<void> {
      await trx.updateTable('notification_settings').set(set).where('user_id', '=', userId).execute();
    },

    mutes: (userId: string): Promise<MuteRow[]> => selectMutes(userId).orderBy('m.created_at', 'desc').execute(),

    /** Mutes a subject, or finds the mute that there is. */
    async mute(userId: string, scope: MuteScope, subjectId: string, now: Date): Promise<MuteRow> {
      await db
        .insertInto('notification_mutes')
        .values({ id: newId('mut'), user_id: userId, scope, subject_id: subjectId, created_at: now })
        .onConflict((conflict) => conflict.columns(['user_id', 'scope', 'subject_id']).doNothing())
        .execute();
      return selectMutes(userId)
        .where('m.scope', '=', scope)
        .where('m.subject_id', '=', subjectId)
        .executeTakeFirstOrThrow();
    },

    async unmute(userId: string, id: string): Promise<void> {
      await db.deleteFrom('notification_mutes').where('user_id', '=', userId).where('id', '=', id).execute();
    },

    /** Returns the subjects of a notification of the user by the scopes in which they can be muted. */
    async mutable(userId: string, notificationId: string) {
      return db
        .selectFrom('notifications as n')
        .leftJoin('notification_causes as c', 'c.id', 'n.cause_id')
        .select(['n.actor_id', 'c.subjects'])
        .where('n.user_id', '=', userId)
        .where('n.id', '=', notificationId)
        .executeTakeFirst();
    },

    /** Returns when the mail server refused the user's address for good. */
    async mailRefusedAt(userId: string): Promise<Date | null> {
      const row = await db
        .selectFrom('mail_refusals as r')
        .innerJoin('users as u', (join) => join.on(sql<boolean>`lower(u.email) = r.email`))
        .select('r.refused_at')
        .where('u.id', '=', userId)
        .executeTakeFirst();
      return row?.refused_at ?? null;
    },

    async forgetRefusal(userId: string): Promise<void> {
      await db
        .deleteFrom('mail_refusals')
        .where('email', 'in', (eb) =>
          eb
            .selectFrom('users')
            .select(sql<string>`lower(email)`.as('email'))
            .where('id', '=', userId)
            .where('email', 'is not', null),
        )
        .execute();
    },

    /** Turns the mails of a guardian about a user on or off. */
    async pauseGuardianDigest(userId: string, pausedAt: Date | null): Promise<void> {
      await db
        .insertInto('guardian_digests')
        .values({ user_id: userId, paused_at: pausedAt })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ paused_at: pausedAt }))
        .execute();
    },

    async isGuardianDigestPaused(userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('guardian_digests')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('paused_at', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns whether the account of a link still exists. */
    async exists(userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('purged_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

export type NotificationSettingsRepository = ReturnType<typeof createNotificationSettingsRepository>;
