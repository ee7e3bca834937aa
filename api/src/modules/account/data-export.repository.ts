import type { Db } from '../../platform/database/db';
import { readArchives } from './archives-export.repository';
import { readClasses } from './classes-export.repository';
import { readEvents } from './events-export.repository';
import { readPurchases } from './purchases-export.repository';
import { readMessages, readRatings, readReports, readSeries } from './reports-export.repository';
import { readSignIns } from './sign-ins-export.repository';
import { readTeams } from './teams-export.repository';

export type DataExportRepository = ReturnType<typeof createDataExportRepository>;

/** Reads everything stored about one user, and of others at most their relation to that user. */
export function createDataExportRepository(db: Db) {
  return {
    async read(userId: string) {
      const person = await db
        .selectFrom('users')
        .leftJoin('partner_schools', 'partner_schools.id', 'users.partner_school_id')
        .select([
          'users.id',
          'users.role',
          'users.email',
          'users.email_verified_at',
          'users.pending_email',
          'users.nickname',
          'users.avatar_url',
          'users.introduction',
          'users.job',
          'users.birth_date',
          'users.state',
          'users.resubmit_reason',
          'users.guardian_email',
          'users.guardian_name',
          'users.guardian_consent_at',
          'users.guardian_refused_at',
          'users.student_code',
          'partner_schools.name as partner_school',
          'users.provider_subject',
          'users.is_subscribed',
          'users.will_unsubscribed',
          'users.subscription_expires_at',
          'users.suspend_reason',
          'users.withdrawn_at',
          'users.withdraw_reason',
          'users.state_before',
          'users.notifications_seen_at',
          'users.created_at',
          'users.updated_at',
        ])
        .where('users.id', '=', userId)
        .executeTakeFirst();
      return {
        person,
        organisation:
          (await db.selectFrom('professionals').selectAll().where('user_id', '=', userId).executeTakeFirst()) ?? null,
        ...(await readSignIns(db, userId)),
        following: await db
          .selectFrom('follows')
          .select(['followee_id', 'created_at'])
          .where('follower_id', '=', userId)
          .execute(),
        followers: await db
          .selectFrom('follows')
          .select(['follower_id', 'created_at'])
          .where('followee_id', '=', userId)
          .execute(),
        blocks: await db
          .selectFrom('user_blocks')
          .select(['blocked_id', 'created_at'])
          .where('blocker_id', '=', userId)
          .execute(),
        ...(await readClasses(db, userId)),
        ...(await readRatings(db, userId)),
        ...(await readMessages(db, userId)),
        ...(await readTeams(db, userId)),
        ...(await readSeries(db, userId)),
        ...(await readArchives(db, userId)),
        ...(await readEvents(db, userId)),
        ...(await readPurchases(db, userId)),
        notifications: await db
          .selectFrom('notifications')
          .select(['id', 'kind', 'title', 'body', 'url', 'is_read', 'created_at', 'opened_at', 'opened_from'])
          .where('user_id', '=', userId)
          .execute(),
        ...(await readNotificationData(db, userId)),
        uploads: await db
          .selectFrom('uploads')
          .select(['id', 'purpose', 'mime', 'size', 'created_at', 'stored_at', 'submitted_at', 'decided_at'])
          .where('user_id', '=', userId)
          .execute(),
        links: await db
          .selectFrom('account_links')
          .select(['purpose', 'email', 'created_at', 'expires_at', 'used_at'])
          .where('user_id', '=', userId)
          .execute(),
        signUpCodes: await db
          .selectFrom('school_invites')
          .select(['code', 'label', 'used_at'])
          .where('used_by', '=', userId)
          .execute(),
        visits: await db
          .selectFrom('anonymous_visitors')
          .select(['id', 'created_at', 'last_seen_at'])
          .where('became_user_id', '=', userId)
          .execute(),
        ...(await readReports(db, userId)),
        decisionsOfStaff: await db
          .selectFrom('audit_log')
          .select(['at', 'action', 'detail', 'before', 'after'])
          .where('subject_id', '=', userId)
          .execute(),
        mails: await db
          .selectFrom('mails')
          .select(['template', 'created_at', 'sent_at', 'failed_at'])
          .where('user_id', '=', userId)
          .execute(),
      };
    },
  };
}

async function readNotificationData(db: Db, userId: string) {
  return {
    notificationSettings:
      (await db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()) ??
      null,
    notificationMutes: await db
      .selectFrom('notification_mutes')
      .select(['scope', 'subject_id', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    notificationDeliveries: await db
      .selectFrom('notification_deliveries')
      .select(['notification_id', 'kind', 'channel', 'subscription_id', 'state', 'reason', 'created_at', 'done_at'])
      .where('user_id', '=', userId)
      .execute(),
    pushSubscriptions: await db
      .selectFrom('push_subscriptions')
      .select(['id', 'session_id', 'endpoint', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute(),
    guardianDigest:
      (await db
        .selectFrom('guardian_digests')
        .select(['paused_at', 'sent_month'])
        .where('user_id', '=', userId)
        .executeTakeFirst()) ?? null,
  };
}
