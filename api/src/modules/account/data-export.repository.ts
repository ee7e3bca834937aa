import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';
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
        classrooms: await db
          .selectFrom('classrooms')
          .select(['id', 'name', 'description', 'category_id', 'start_at', 'state', 'created_at'])
          .where('host_id', '=', userId)
          .execute(),
        reservations: await db
          .selectFrom('reservations')
          .select(['classroom_id', 'created_at'])
          .where('user_id', '=', userId)
          .execute(),
        rooms: await db
          .selectFrom('classroom_users')
          .select(['classroom_id', 'role', 'joined_at', 'left_at', 'seconds_present', 'recording_consent_at'])
          .where('user_id', '=', userId)
          .execute(),
        comments: await db
          .selectFrom('classroom_comments')
          .select(['id', 'classroom_id', 'body', 'created_at', 'deleted_at', 'edited_at', 'first_body', 'reply_to'])
          .where('user_id', '=', userId)
          .execute(),
        questions: await db
          .selectFrom('classroom_questions')
          .select(['id', 'classroom_id', 'body', 'state', 'answer', 'created_at', 'settled_at'])
          .where('user_id', '=', userId)
          .execute(),
        questionVotes: await db
          .selectFrom('question_votes')
          .select(['question_id', 'created_at'])
          .where('user_id', '=', userId)
          .execute(),
        pins: await db
          .selectFrom('classroom_pins')
          .select(['classroom_id', 'question_id', 'comment_id', 'pinned_at', 'unpinned_at'])
          .where('pinned_by', '=', userId)
          .execute(),
        ...(await readRatings(db, userId)),
        ...(await readMessages(db, userId)),
        ...(await readTeams(db, userId)),
        ...(await readSeries(db, userId)),
        classroomPolls: await db
          .selectFrom('classroom_polls as p')
          .innerJoin('classrooms as c', 'c.id', 'p.classroom_id')
          .select(['p.id', 'p.classroom_id', 'p.kind', 'p.question', 'p.options', 'p.opened_at', 'p.created_at'])
          .where('c.host_id', '=', userId)
          .execute(),
        classroomPollAnswers: await db
          .selectFrom('classroom_poll_answers as a')
          .innerJoin('classroom_polls as p', 'p.id', 'a.poll_id')
          .select(['p.classroom_id', 'p.question', 'p.options', 'a.choices', 'a.text', 'a.answered_at'])
          .where('a.user_id', '=', userId)
          .execute(),
        boardElements: await db
          .selectFrom('classroom_board_elements')
          .select(['classroom_id', 'element', 'updated_at'])
          .where('user_id', '=', userId)
          .where('element', 'is not', null)
          .execute(),
        boardRights: await db
          .selectFrom('classroom_board_drawers')
          .select('classroom_id')
          .where('user_id', '=', userId)
          .execute(),
        classroomMaterials: await db
          .selectFrom('classroom_materials')
          .select(['id', 'classroom_id', 'kind', 'title', 'url', 'created_at'])
          .where('user_id', '=', userId)
          .execute(),
        classroomPresentations: await db
          .selectFrom('classroom_presentations')
          .select(['classroom_id', 'material_id', 'page', 'updated_at'])
          .where('user_id', '=', userId)
          .execute(),
        classroomGroups: await db
          .selectFrom('classroom_group_stays as y')
          .innerJoin('classroom_groups as g', 'g.id', 'y.group_id')
          .innerJoin('classroom_splits as s', 's.id', 'g.split_id')
          .select(['s.classroom_id', 'g.name', 'y.entered_at', 'y.left_at'])
          .where('y.user_id', '=', userId)
          .execute(),
        archives: await db
          .selectFrom('archives')
          .select(['id', 'title', 'description', 'state', 'duration_seconds', 'published_at', 'created_at'])
          .where('host_id', '=', userId)
          .execute(),
        archiveParts: await db
          .selectFrom('archive_parts')
          .select(['archive_id', 'taken_out_at'])
          .where('user_id', '=', userId)
          .execute(),
        archiveUtterances: await db
          .selectFrom('archive_utterances')
          .select(['archive_id', 'from_ms', 'until_ms', 'taken_out_at'])
          .where('user_id', '=', userId)
          .execute(),
        recordings: await db
          .selectFrom('recorded_tracks')
          .select(['classroom_id', 'kind', 'state', 'started_at', 'ended_at'])
          .where('user_id', '=', userId)
          .execute(),
        captionLines: await db
          .selectFrom('recorded_lines')
          .select(['classroom_id', 'text', 'started_at', 'ended_at'])
          .where('user_id', '=', userId)
          .execute(),
        archivePositions: await db
          .selectFrom('archive_positions')
          .select(['archive_id', 'position_seconds', 'furthest_seconds', 'updated_at'])
          .where('user_id', '=', userId)
          .execute(),
        archiveWatches: await db
          .selectFrom('archive_watches')
          .select(['archive_id', 'started_at', 'counted_at'])
          .where('viewer_id', '=', userId)
          .execute(),
        events: await db
          .selectFrom('events')
          .select(['id', 'title', 'start_at', 'state'])
          .where((eb) => eb.or([eb('organizer_id', '=', userId), sql<boolean>`${userId} = any(speaker_ids)`]))
          .execute(),
        participations: await db
          .selectFrom('participations')
          .select([
            'id',
            'event_id',
            'ticket_type_id',
            'guest_email',
            'guest_birth_date',
            'route',
            'state',
            'amount',
            'discount',
            'payment_method',
            'konbini',
            'hold_expires_at',
            'confirmed_at',
            'cancelled_at',
            'cancel_reason',
            'created_at',
          ])
          .where('user_id', '=', userId)
          .execute(),
        invitations: await db
          .selectFrom('invitations')
          .select(['id', 'event_id', 'code', 'max_uses', 'uses', 'expires_at', 'revoked_at', 'created_at'])
          .where('created_by', '=', userId)
          .execute(),
        purchaseConsents: await db
          .selectFrom('purchase_consents')
          .select(['participation_id', 'guardian_email', 'guardian_name', 'state', 'amount', 'asked_at', 'answered_at'])
          .where('user_id', '=', userId)
          .execute(),
        calendarFeeds: await db
          .selectFrom('calendar_feeds')
          .select('created_at')
          .where('user_id', '=', userId)
          .execute(),
        ...(await readPurchases(db, userId)),
        notifications: await db
          .selectFrom('notifications')
          .select(['id', 'kind', 'title', 'body', 'url', 'is_read', 'created_at'])
          .where('user_id', '=', userId)
          .execute(),
        ...(await readNotificationData(db, userId)),
        uploads: await db
          .selectFrom('uploads')
          .select(['id', 'purpose', 'mime', 'size', 'created_at', 'submitted_at', 'decided_at'])
          .where('user_id', '=', userId)
          .execute(),
        links: await db
          .selectFrom('account_links')
          .select(['purpose', 'email', 'created_at', 'expires_at', 'used_at'])
          .where('user_id', '=', userId)
          .execute(),
        signUpCodes: await db
          .selectFrom('school_invites')
          .select(['code', 'used_at'])
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
          .select(['at', 'action', 'detail'])
          .where('subject_id', '=', userId)
          .execute(),
        mails: await db
          .selectFrom('mails')
          .select(['template', 'created_at', 'sent_at'])
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
      .select(['kind', 'channel', 'state', 'created_at', 'done_at'])
      .where('user_id', '=', userId)
      .execute(),
    pushSubscriptions: await db
      .selectFrom('push_subscriptions')
      .select(['id', 'endpoint', 'created_at', 'last_used_at'])
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
