import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { isShownTo } from '../../archives/archive-access';
import { bornBy, STUDENT_MAX_AGE } from '../../users/age';
import { isSchoolSeparated } from '../../users/user-columns';

export interface WeeklyReader {
  user_id: string;
  time_zone: string;
  digest_at: Date | null;
  nickname: string;
  email: string;
}

export interface WeeklyContent {
  classrooms: { name: string; start_at: Date; host: string }[];
  archives: { title: string; host: string }[];
}

export interface Ward {
  user_id: string;
  nickname: string;
  guardian_email: string;
}

export interface MonthOfWard {
  rooms: number;
  seconds: number;
  comments: number;
  tickets: number;
  spent: number;
}

/** Lines of each part of a weekly digest. */
const SHOWN = 5;

export function createDigestsRepository(db: Db) {
  return {
    /** Returns users who want weekly digests, have had none since `before`, and can get mail; by id, after `afterId`. */
    weeklyReaders: (before: Date, afterId: string, limit: number): Promise<WeeklyReader[]> =>
      db
        .selectFrom('notification_settings as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select(['s.user_id', 's.time_zone', 's.digest_at', 'u.nickname'])
        .select(sql<string>`u.email`.as('email'))
        .where('s.weekly_digest', '=', true)
        .where('s.user_id', '>', afterId)
        .where((eb) => eb.or([eb('s.digest_at', 'is', null), eb('s.digest_at', '<', before)]))
        .where('u.state', 'not in', ['suspended', 'withdrawn'])
        .where('u.email', 'is not', null)
        .where('u.email_verified_at', 'is not', null)
        .where(sql<boolean>`not exists (select from mail_refusals r where r.email = lower(u.email))`)
        .orderBy('s.user_id')
        .limit(limit)
        .execute(),

    /** Takes a user's digest of this week. Returns false when another process has taken it. */
    async takeWeek(trx: Trx, userId: string, before: Date, now: Date): Promise<boolean> {
      const taken = await trx
        .updateTable('notification_settings')
        .set({ digest_at: now })
        .where('user_id', '=', userId)
        .where('weekly_digest', '=', true)
        .where((eb) => eb.or([eb('digest_at', 'is', null), eb('digest_at', '<', before)]))
        .returning('user_id')
        .executeTakeFirst();
      return taken !== undefined;
    },

    /** Returns public classrooms of the coming week that the user may join, and archives of the past one, by people whom the user follows. */
    async weekOf(
      trx: Trx,
      userId: string,
      { from, now, to }: { from: Date; now: Date; to: Date },
    ): Promise<WeeklyContent> {
      const classrooms = await trx
        .selectFrom('follows as f')
        .innerJoin('classrooms as c', 'c.host_id', 'f.followee_id')
        .innerJoin('users as h', 'h.id', 'c.host_id')
        .innerJoin('users as u', 'u.id', 'f.follower_id')
        .where(
          sql<boolean>`(c.all_users or (u.role <> 'professional' and u.birth_date > ${bornBy(STUDENT_MAX_AGE + 1, now)}))`,
        )
        .where(sql<boolean>`not ${sql.raw(isSchoolSeparated('c.host_id', 'u.id'))}`)
        .select(['c.name', 'c.start_at', 'h.nickname as host'])
        .where('f.follower_id', '=', userId)
        .where('c.state', '=', 'scheduled')
        .where('c.private_mode', '=', false)
        .where('c.event_id', 'is', null)
        .where('c.start_at', '>', now)
        .where('c.start_at', '<=', to)
        .orderBy('c.start_at')
        .limit(SHOWN)
        .execute();
      const archives = await trx
        .selectFrom('follows as f')
        .innerJoin('archives as a', 'a.host_id', 'f.followee_id')
        .innerJoin('users as h', 'h.id', 'a.host_id')
        .select(['a.title', 'h.nickname as host'])
        .where('f.follower_id', '=', userId)
        .where('a.state', '=', 'ready')
        .where('a.published_at', '>', from)
        .where('a.published_at', '<=', now)
        .where(sql<boolean>`${sql.raw(isShownTo('f.follower_id'))}`)
        .orderBy('a.published_at', 'desc')
        .limit(SHOWN)
        .execute();
      return { classrooms, archives };
    },

    /** Returns minors whose guardian consented before `to` and is to get the digest of `month`; by id, after `afterId`. */
    wards: (input: { bornAfter: string; month: string; to: Date; afterId: string; limit: number }): Promise<Ward[]> =>
      db
        .selectFrom('users as u')
        .leftJoin('guardian_digests as g', 'g.user_id', 'u.id')
        .select(['u.id as user_id', 'u.nickname'])
        .select(sql<string>`u.guardian_email`.as('guardian_email'))
        .where('u.birth_date', '>', input.bornAfter)
        .where('u.id', '>', input.afterId)
        .where('u.guardian_email', 'is not', null)
        .where('u.guardian_consent_at', '<', input.to)
        .where('u.state', 'not in', ['suspended', 'withdrawn'])
        .where('g.paused_at', 'is', null)
        .where((eb) => eb.or([eb('g.sent_month', 'is', null), eb('g.sent_month', '<', input.month)]))
        .where(sql<boolean>`not exists (select from mail_refusals r where r.email = lower(u.guardian_email))`)
        .where('u.is_demo', '=', false)
        .orderBy('u.id')
        .limit(input.limit)
        .execute(),

    /** Takes the digest of a month. Returns false when another process has taken it or it was paused. */
    async takeMonth(trx: Trx, userId: string, month: string): Promise<boolean> {
      const taken = await trx
        .insertInto('guardian_digests')
        .values({ user_id: userId, paused_at: null, sent_month: month })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ sent_month: month })
            .where('guardian_digests.paused_at', 'is', null)
            .where(sql<boolean>`coalesce(guardian_digests.sent_month, '') < ${month}`),
        )
        .returning('user_id')
        .executeTakeFirst();
      return taken !== undefined;
    },

    /** Returns what a user did from `from` until before `to`. */
    async monthOf(trx: Trx, userId: string, from: Date, to: Date): Promise<MonthOfWard> {
      const { rows } = await sql<MonthOfWard>`
        select r.rooms, r.seconds, c.comments, p.tickets, p.spent from
          (select count(*)::int as rooms, coalesce(sum(seconds_present), 0)::int as seconds from classroom_users
            where user_id = ${userId} and joined_at >= ${from} and joined_at < ${to}) r,
          (select count(*)::int as comments from classroom_comments where user_id = ${userId} and created_at >= ${from} and created_at < ${to}) c,
          (select count(*) filter (where kind = 'ticket')::int as tickets, coalesce(sum(amount - refunded), 0)::int as spent from payments
            where user_id = ${userId} and state = 'paid' and paid_at >= ${from} and paid_at < ${to}) p`.execute(trx);
      const [month] = rows;
      if (!month) throw new Error('The month of a user could not be counted');
      return month;
    },
  };
}

export type DigestsRepository = ReturnType<typeof createDigestsRepository>;
