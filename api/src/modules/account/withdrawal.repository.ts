import { sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';

const WITHDRAWN_NAME = '退会したユーザー';

export type WithdrawalRepository = ReturnType<typeof createWithdrawalRepository>;

/** Repository of withdrawals: their preconditions and deletions. */
export function createWithdrawalRepository(db: Db) {
  return {
    /** Returns whether the user has a paid ticket for an upcoming event, or organizes one with sold tickets. */
    async hasPaidEventAhead(trx: Trx, userId: string, now: Date): Promise<boolean> {
      const { rows } = await sql<{ is_bound: boolean }>`
        select exists (
          select 1 from participations p join events e on e.id = p.event_id
          where (p.user_id = ${userId} or e.organizer_id = ${userId}) and p.amount > 0 and p.state in ('pending_payment', 'confirmed', 'joined', 'refund_pending')
            and e.end_at > ${now} and e.state <> 'cancelled'
        ) as is_bound`.execute(trx);
      return rows[0]?.is_bound ?? false;
    },

    findOverdue(before: Date) {
      return db
        .selectFrom('users')
        .select('id')
        .where('withdrawn_at', '<', before)
        .where('purged_at', 'is', null)
        .where('state', '=', 'withdrawn')
        .limit(50)
        .execute();
    },

    /** Deletes all personal data. What others share (comments, questions, ratings, classrooms, series, sales) stays without an author. */
    async purge(trx: Trx, userId: string, now: Date) {
      await sql`update users set follower_count = follower_count - 1 where id in (select followee_id from follows where follower_id = ${userId})`.execute(
        trx,
      );
      await sql`update users set following_count = following_count - 1 where id in (select follower_id from follows where followee_id = ${userId})`.execute(
        trx,
      );
      await trx
        .deleteFrom('follows')
        .where((eb) => eb.or([eb('follower_id', '=', userId), eb('followee_id', '=', userId)]))
        .execute();
      await trx
        .deleteFrom('user_blocks')
        .where((eb) => eb.or([eb('blocker_id', '=', userId), eb('blocked_id', '=', userId)]))
        .execute();
      await trx.deleteFrom('archives').where('host_id', '=', userId).execute();
      // Published archives stay; unpublished ones are composed again without the user.
      await sql`update archive_parts p set taken_out_at = ${now} from archives a
        where p.user_id = ${userId} and p.taken_out_at is null and a.id = p.archive_id and a.published_at is null`.execute(
        trx,
      );
      // Those for everybody stay, without a name. These were for the host alone.
      await trx.deleteFrom('ratings').where('user_id', '=', userId).where('is_public', '=', false).execute();
      for (const table of ['team_members', 'seat_transfers'])
        await sql`delete from ${sql.table(table)} where email = (select lower(email) from users where id = ${userId})`.execute(
          trx,
        );
      await trx.deleteFrom('seat_transfers').where('from_user_id', '=', userId).execute();
      await trx.updateTable('seat_transfers').set({ to_user_id: null }).where('to_user_id', '=', userId).execute();
      // The names of those for whom they have bought seats.
      await sql`update participations f set companion_name = null from participations p where p.id = f.lead_id and p.user_id = ${userId}`.execute(
        trx,
      );
      await trx.deleteFrom('guest_message_stops').where('host_id', '=', userId).execute();
      // What others have earned stays, without the name of its host.
      await sql`update certificates c set host_name = ${WITHDRAWN_NAME} from series s where s.id = c.series_id and s.host_id = ${userId}`.execute(
        trx,
      );
      // Receipts of what others have bought can still be issued.
      await sql`insert into receipt_issuers (seller_id, name, registration_no, url)
        select u.id, coalesce(o.org_name, u.nickname), o.invoice_registration_no, o.org_url
        from users u left join professionals o on o.user_id = u.id
        where u.id = ${userId} and exists (select from payments p where p.seller_id = u.id and p.state = 'paid')
        on conflict do nothing`.execute(trx);
      await trx.deleteFrom('archive_watches').where('viewer_id', '=', userId).execute();
      await trx.updateTable('subscriptions').set({ cancel_reason: '' }).where('user_id', '=', userId).execute();
      for (const table of [
        'professionals',
        'notifications',
        'notification_settings',
        'notification_mutes',
        'host_messages',
        'team_members',
        'push_subscriptions',
        'guardian_digests',
        'sessions',
        'passkeys',
        'api_keys',
        'webhook_endpoints',
        'account_links',
        'mails',
        'calendar_feeds',
        'series_bookings',
        'certificates',
        'payment_customers',
        'purchase_consents',
        'archive_positions',
        'question_votes',
        'classroom_poll_answers',
        'classroom_materials',
        'classroom_presentations',
        'classroom_group_members',
        'classroom_group_stays',
        'recorded_lines',
        'archive_utterances',
        'second_factors',
      ] as const)
        await trx.deleteFrom(table).where('user_id', '=', userId).execute();
      // A payout on its way still needs it.
      await sql`delete from payout_accounts a where user_id = ${userId}
        and not exists (select from payouts p where p.user_id = a.user_id and p.state = 'pending')`.execute(trx);
      await trx
        .updateTable('users')
        .set({
          nickname: WITHDRAWN_NAME,
          email: null,
          pending_email: null,
          email_verified_at: null,
          password_hash: null,
          provider_subject: null,
          avatar_url: null,
          introduction: '',
          job: '',
          birth_date: '1900-01-01',
          guardian_email: null,
          guardian_name: null,
          guardian_consent_at: null,
          guardian_refused_at: null,
          partner_school_id: null,
          student_code: null,
          withdraw_reason: '',
          resubmit_reason: null,
          suspend_reason: null,
          role: 'user',
          follower_count: 0,
          following_count: 0,
          purged_at: now,
          updated_at: now,
        })
        .where('id', '=', userId)
        .execute();
    },
  };
}
