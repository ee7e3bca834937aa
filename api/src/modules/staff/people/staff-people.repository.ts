import { foldCode } from '@manabiba/shared/contract/fold-code';
import type { FoundPerson } from '@manabiba/shared/contract/staff-people';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

export interface FoundPersonRow {
  id: string;
  nickname: string;
  email: string | null;
  role: FoundPerson['role'];
  state: SignedInMe['state'];
  birth_date: string;
  created_at: Date;
  school: string | null;
}

const FOUND = sql`u.id, u.nickname, u.email, u.role, u.state, u.birth_date, u.created_at, s.name as school`;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export interface SentMailRow {
  template: string;
  created_at: Date;
  sent_at: Date | null;
  failed_at: Date | null;
}

export type StaffPeopleRepository = ReturnType<typeof createStaffPeopleRepository>;

/** Users as the staff finds and knows them. */
export function createStaffPeopleRepository(db: Db) {
  return {
    /** Finds users by id, pupil's code, beginning of the address, part of the name, or school; those who have left come last. */
    async search(words: string, limit: number): Promise<FoundPersonRow[]> {
      const prefix = `${escapeLike(words.toLowerCase())}%`;
      const { rows } = await sql<FoundPersonRow>`
        with found as (
          select id from users where id = ${words}
          union select id from users where student_code = ${foldCode(words)}
          union (select id from users where email like ${prefix} limit ${limit})
          union (select id from users where search_grams(search_normal(nickname)) @@ search_query(search_normal(${words}))
            and strpos(search_normal(nickname), search_normal(${words})) > 0 limit ${limit})
          union (select u.id from partner_schools p join users u on u.partner_school_id = p.id where upper(p.code) = ${foldCode(words)} limit ${limit}))
        select ${FOUND} from found f join users u on u.id = f.id left join partner_schools s on s.id = u.partner_school_id
        order by u.state = 'withdrawn', lower(u.nickname), u.id limit ${limit}`.execute(db);
      return rows;
    },

    async find(userId: string) {
      const { rows } = await sql<
        FoundPersonRow & {
          suspend_reason: string | null;
          guardian_email: string | null;
          guardian_consent_at: Date | null;
          guardian_refused_at: Date | null;
          email_verified_at: Date | null;
          pending_email: string | null;
          partner_school_id: string | null;
          subscription_expires_at: Date | null;
          follower_count: number;
          sessions: number;
          room_id: string | null;
          room_name: string | null;
          made: number;
        }
      >`select ${FOUND}, u.suspend_reason, u.guardian_email, u.guardian_consent_at,
          u.guardian_refused_at, u.email_verified_at, u.pending_email, u.partner_school_id, u.subscription_expires_at, u.follower_count,
          (select count(*)::int from sessions e where e.user_id = u.id and e.revoked_at is null and e.expires_at > now()) as sessions,
          r.id as room_id, r.name as room_name,
          (select count(*)::int from comment_reports where reporter_id = u.id) + (select count(*)::int from user_reports where reporter_id = u.id)
            + (select count(*)::int from archive_reports where reporter_id = u.id) + (select count(*)::int from question_reports where reporter_id = u.id)
            + (select count(*)::int from board_reports where reporter_id = u.id)
            + (select count(*)::int from rating_reports where reporter_id = u.id) + (select count(*)::int from message_reports where reporter_id = u.id)
            + (select count(*)::int from series_reports where reporter_id = u.id) as made
        from users u left join partner_schools s on s.id = u.partner_school_id
        left join lateral (select k.id, k.name from classroom_users c join classrooms k on k.id = c.classroom_id
          where c.user_id = u.id and c.joined_at is not null and c.left_at is null and k.state = 'live' limit 1) r on true
        where u.id = ${userId}`.execute(db);
      return rows[0];
    },

    /** Returns the last mail of each template to a user or their guardian, newest first. */
    async lastMails(userId: string, templates: readonly string[]): Promise<SentMailRow[]> {
      const { rows } = await sql<SentMailRow>`
        select template, created_at, sent_at, failed_at from (
          select distinct on (template) template, created_at, sent_at, failed_at from mails
          where user_id = ${userId} and template = any(${templates}) order by template, created_at desc) last
        order by created_at desc`.execute(db);
      return rows;
    },

    lastTickets: (userId: string, limit: number) =>
      db
        .selectFrom('participations')
        .innerJoin('events', 'events.id', 'participations.event_id')
        .select([
          sql<string>`events.title || case when participations.route = 'archive' then '(アーカイブ視聴)' else '' end`.as(
            'title',
          ),
          'participations.state',
          sql<number>`participations.amount + (select coalesce(sum(f.amount), 0)::int from participations f
            where f.lead_id = participations.id and f.user_id is null)`.as('amount'),
          'participations.created_at',
        ])
        .where('participations.user_id', '=', userId)
        .orderBy('participations.created_at', 'desc')
        .limit(limit)
        .execute(),

    lastActions: (userId: string, limit: number) =>
      db
        .selectFrom('audit_log')
        .leftJoin('users', 'users.id', 'audit_log.who')
        .select([
          'audit_log.id',
          'audit_log.at',
          'audit_log.who',
          'users.nickname',
          'audit_log.action',
          'audit_log.detail',
        ])
        .where('audit_log.subject_id', '=', userId)
        .orderBy('audit_log.id', 'desc')
        .limit(limit)
        .execute(),
  };
}
