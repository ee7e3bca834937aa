import type { OpenReport, ReportDecision } from '@manabiba/shared/contract/staff-reports';
import { type RawBuilder, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';

interface SeenPerson {
  id: string;
  nickname: string;
  birth_date: string;
}

export interface ReportRow {
  id: string;
  kind: OpenReport['kind'];
  reason: 'abuse' | 'personal_info' | 'spam' | 'other';
  detail: string;
  created_at: Date;
  state: 'open' | 'actioned' | 'dismissed';
  /** The comment, question, classroom of the board, user, archive, rating, message or series. */
  target_id: string;
  classroom_id: string | null;
  place: string | null;
  evidence: Record<string, unknown>;
  subject_id: string | null;
  subject_name: string | null;
  reporter_id: string;
  reporter_name: string | null;
  has_minor: boolean;
  decision: ReportDecision | null;
  decided_at: Date | null;
  decided_by: string | null;
}

/** What is known against a user. */
interface SubjectRecord {
  state: string;
  birth_date: string;
  received: number;
  upheld: number;
  warned: number;
}

const tables = {
  comment: 'comment_reports',
  question: 'question_reports',
  board: 'board_reports',
  person: 'user_reports',
  archive: 'archive_reports',
  rating: 'rating_reports',
  message: 'message_reports',
  series: 'series_reports',
} as const;
const targets = {
  comment: 'comment_id',
  question: 'question_id',
  board: 'classroom_id',
  person: 'reported_id',
  archive: 'archive_id',
  rating: 'rating_id',
  message: 'message_id',
  series: 'series_id',
} as const;

/** Reports of every kind in one shape. */
const REPORTS = sql`(
  select 'comment' as kind, r.id, r.reason, r.detail, r.created_at, r.state, r.comment_id as target_id, r.classroom_id, k.name as place, r.evidence,
    c.user_id as subject_id, r.reporter_id, r.decision, r.decided_at, r.decided_by
    from comment_reports r left join classroom_comments c on c.id = r.comment_id left join classrooms k on k.id = r.classroom_id
  union all
  select 'question', r.id, r.reason, r.detail, r.created_at, r.state, r.question_id, r.classroom_id, k.name, r.evidence,
    q.user_id, r.reporter_id, r.decision, r.decided_at, r.decided_by
    from question_reports r left join classroom_questions q on q.id = r.question_id left join classrooms k on k.id = r.classroom_id
  union all
  select 'board', r.id, r.reason, r.detail, r.created_at, r.state, r.classroom_id, r.classroom_id, k.name, r.evidence,
    k.host_id, r.reporter_id, r.decision, r.decided_at, r.decided_by
    from board_reports r left join classrooms k on k.id = r.classroom_id
  union all
  select 'person', r.id, r.reason, r.detail, r.created_at, r.state, r.reported_id, null, null, r.evidence,
    r.reported_id, r.reporter_id, r.decision, r.decided_at, r.decided_by from user_reports r
  union all
  select 'archive', r.id, r.reason, r.detail, r.created_at, r.state, r.archive_id, null, a.title, r.evidence,
    coalesce(a.host_id, r.evidence ->> 'hostId'), r.reporter_id, r.decision, r.decided_at, r.decided_by
    from archive_reports r left join archives a on a.id = r.archive_id
  union all
  select 'rating', r.id, r.reason, r.detail, r.created_at, r.state, r.rating_id, null, r.evidence ->> 'title', r.evidence,
    r.evidence ->> 'userId', r.reporter_id, r.decision, r.decided_at, r.decided_by from rating_reports r
  union all
  select 'message', r.id, r.reason, r.detail, r.created_at, r.state, r.message_id, null, r.evidence ->> 'title', r.evidence,
    r.evidence ->> 'userId', r.reporter_id, r.decision, r.decided_at, r.decided_by from message_reports r
  union all
  select 'series', r.id, r.reason, r.detail, r.created_at, r.state, r.series_id, null, r.evidence ->> 'title', r.evidence,
    r.evidence ->> 'userId', r.reporter_id, r.decision, r.decided_at, r.decided_by from series_reports r)`;

const select = (bornAfter: string, condition: RawBuilder<unknown>) => sql<ReportRow>`
  select r.kind, r.id, r.reason, r.detail, r.created_at, r.state, r.target_id, r.classroom_id, r.place, r.evidence, r.decision, r.decided_at,
    r.decided_by, s.id as subject_id, s.nickname as subject_name, r.reporter_id, p.nickname as reporter_name,
    coalesce(s.birth_date > ${bornAfter}, false) or coalesce(p.birth_date > ${bornAfter}, false) as has_minor
  from ${REPORTS} r left join users s on s.id = r.subject_id and s.state <> 'withdrawn' left join users p on p.id = r.reporter_id
  where ${condition}`;

export type StaffReportsRepository = ReturnType<typeof createStaffReportsRepository>;

/** Reports of comments, questions, boards, users, archives, ratings, messages and series, as the staff settles them. */
export function createStaffReportsRepository(db: Db) {
  return {
    /** @param bornAfter users born later are under 18. */
    async listOpen(viewerId: string, bornAfter: string, limit: number): Promise<ReportRow[]> {
      const { rows } = await sql<ReportRow>`select * from (${select(bornAfter, sql`r.state = 'open'`)}) o
        where subject_id is distinct from ${viewerId}
        order by has_minor desc, created_at, id limit ${limit}`.execute(db);
      return rows;
    },

    async countOpen(viewerId: string, bornAfter: string): Promise<{ open: number; minor: number }> {
      const { rows } = await sql<{ open: number; minor: number }>`
        select count(*)::int as open, (count(*) filter (where has_minor))::int as minor
        from (${select(bornAfter, sql`r.state = 'open'`)}) o
        where subject_id is distinct from ${viewerId}`.execute(db);
      return rows[0] ?? { open: 0, minor: 0 };
    },

    async find(id: string, bornAfter: string): Promise<ReportRow | undefined> {
      const { rows } = await select(bornAfter, sql`r.id = ${id}`).execute(db);
      return rows[0];
    },

    /** Returns the users with these ids; those who are gone are not among them. */
    findPeople: (ids: readonly string[]): Promise<SeenPerson[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('users').select(['id', 'nickname', 'birth_date']).where('id', 'in', ids).execute(),

    async recordOf(userId: string): Promise<SubjectRecord | undefined> {
      const { rows } = await sql<SubjectRecord>`
        select u.state, u.birth_date, r.received, r.upheld,
          (select count(*)::int from audit_log where subject_id = u.id and action = 'warn') as warned
        from users u, lateral (select count(*)::int as received, (count(*) filter (where state = 'actioned'))::int as upheld from (
          select r.state from classroom_comments c join comment_reports r on r.comment_id = c.id where c.user_id = u.id
          union all select r.state from classroom_questions q join question_reports r on r.question_id = q.id where q.user_id = u.id
          union all select r.state from classrooms k join board_reports r on r.classroom_id = k.id where k.host_id = u.id
          union all select state from user_reports where reported_id = u.id
          union all select r.state from archives a join archive_reports r on r.archive_id = a.id where a.host_id = u.id
          union all select state from rating_reports where evidence ->> 'userId' = u.id
          union all select state from message_reports where evidence ->> 'userId' = u.id
          union all select state from series_reports where evidence ->> 'userId' = u.id) all_reports) r
        where u.id = ${userId}`.execute(db);
      return rows[0];
    },

    async countSame({ kind, id, target_id: target }: ReportRow): Promise<number> {
      // Two reports of a user may be about two different things that they did.
      if (kind === 'person') return 0;
      const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${sql.table(tables[kind])}
        where ${sql.ref(targets[kind])} = ${target} and state = 'open' and id <> ${id}`.execute(db);
      return rows[0]?.total ?? 0;
    },

    /** Settles an open report and those of the same comment, question, board, archive, rating, message or series. Returns their reporters; empty when it was settled. */
    async settle(
      trx: Trx,
      { kind, id, target_id: target }: ReportRow,
      { decision, by, now }: { decision: ReportDecision; by: string; now: Date },
    ): Promise<string[]> {
      const table = sql.table(tables[kind]);
      const open = await sql`select from ${table} where id = ${id} and state = 'open' for update`.execute(trx);
      if (open.rows.length === 0) return [];
      const which = kind === 'person' ? sql`id = ${id}` : sql`${sql.ref(targets[kind])} = ${target}`;
      const { rows } = await sql<{ reporter_id: string }>`update ${table}
        set state = ${decision === 'dismiss' ? 'dismissed' : 'actioned'}, decision = ${decision}, decided_at = ${now}, decided_by = ${by}
        where ${which} and state = 'open' returning reporter_id`.execute(trx);
      return [...new Set(rows.map(({ reporter_id: reporter }) => reporter))];
    },
  };
}
