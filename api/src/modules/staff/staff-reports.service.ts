import { createHash } from 'node:crypto';

import type { OpenReport, Report, ReportDecision } from '@manabiba/shared/contract/staff-reports';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import type { Write } from '../../platform/database/transaction';
import type { ClassroomCommentsService } from '../classroom-comments/classroom-comments.service';
import type { BoardService } from '../classrooms/board/board.service';
import type { QuestionsService } from '../classrooms/questions/questions.service';
import type { HostMessagesService } from '../host-messages/host-messages.service';
import type { MailsService } from '../mails/mails.service';
import type { NotificationCausesService } from '../notifications/fan-out/notification-causes.service';
import type { RatingsService } from '../ratings/ratings.service';
import type { SeriesService } from '../series/series.service';
import type { SessionsService } from '../sessions/sessions.service';
import { ADULT_AGE, ageOf, bornBy, guardianToNotify } from '../users/age';
import type { UsersService } from '../users/users.service';
import type { ReportRow, StaffReportsRepository } from './staff-reports.repository';
import type { StaffRepository } from './staff.repository';
import { isStaffRefusal, type StaffService } from './staff.service';

/** How many open reports a queue shows. */
const MAX_QUEUE = 100;
/** Characters of a digest that are shown. */
const SHOWN_DIGEST = 12;

interface StaffReportsDeps {
  reports: StaffReportsRepository;
  staff: StaffService;
  log: StaffRepository['log'];
  comments: Pick<ClassroomCommentsService, 'deleteByStaff'>;
  questions: Pick<QuestionsService, 'removeByStaff'>;
  boards: Pick<BoardService, 'clearByStaff'>;
  ratings: Pick<RatingsService, 'removeByStaff'>;
  messages: Pick<HostMessagesService, 'removeByStaff'>;
  series: Pick<SeriesService, 'hideByStaff'>;
  causes: Pick<NotificationCausesService, 'record'>;
  sessions: Pick<SessionsService, 'forgetPerson'>;
  users: Pick<UsersService, 'lock'>;
  mails: Pick<MailsService, 'send'>;
  write: Write;
  clock: Clock;
}

interface Conversation {
  comments: { id: string; userId: string | null; body: string; createdAt: string; deletedAt: string | null }[];
  roster: string[];
}

export type StaffReportsService = ReturnType<typeof createStaffReportsService>;

/** Reports from users, as the staff looks at and settles them. */
export function createStaffReportsService(deps: StaffReportsDeps) {
  const { reports, staff, log, comments, questions, boards, ratings, messages, series } = deps;
  const { causes, sessions, users, mails, write, clock } = deps;
  const adultsBornBy = () => bornBy(ADULT_AGE, clock.now());

  async function find(id: string): Promise<ReportRow> {
    const row = await reports.find(id, adultsBornBy());
    if (!row) throw new AppError('not_found');
    return row;
  }

  /** Suspends the reported user. That they are suspended already settles the report as well. */
  async function suspend(viewer: SignedInViewer, userId: string, reason: string): Promise<void> {
    try {
      await staff.suspend(viewer.id, userId, reason);
    } catch (error) {
      if (!isStaffRefusal(error)) throw error;
    }
    sessions.forgetPerson(userId);
  }

  /** Warns the reported user by a notification, and the guardian of one under 18 by mail. */
  async function warn(trx: Trx, viewer: SignedInViewer, row: ReportRow & { subject_id: string }, reason: string) {
    const { id, subject_id: userId } = row;
    const now = clock.now();
    const person = await users.lock(trx, userId);
    await log(trx, { at: now, who: viewer.id, action: 'warn', subjectId: userId, detail: reason });
    await causes.record(trx, 'management', {
      key: `warned by report ${id}`,
      title: '運営からの注意',
      body: reason,
      url: '/notifications',
      subjects: { audience: userId },
    });
    const to = guardianToNotify(person, now);
    if (to !== null) await mails.send(trx, 'warned_guardian', { to, userId, nickname: person.nickname, reason });
  }

  async function notifyReporters(trx: Trx, row: ReportRow, reporters: readonly string[], isUpheld: boolean) {
    for (const reporter of reporters)
      await causes.record(trx, 'management', {
        key: `report ${row.id} settled ${reporter}`,
        title: '通報への対応が終わりました',
        body: isUpheld
          ? 'お送りいただいた通報を確認し、対応しました。ご協力ありがとうございました。'
          : 'お送りいただいた通報を確認しました。今回は利用規約に反するものとは判断しませんでした。ご協力ありがとうございました。',
        url: '/notifications',
        subjects: { audience: reporter },
      });
  }

  return {
    /** Returns the open reports, those of minors first, without those about the viewer. */
    async list(viewer: SignedInViewer) {
      const [rows, { open, minor }] = await Promise.all([
        reports.listOpen(viewer.id, adultsBornBy(), MAX_QUEUE),
        reports.countOpen(viewer.id, adultsBornBy()),
      ]);
      return { items: rows.map(toOpenReport), openCount: open, minorCount: minor };
    },

    /** Returns a report with its evidence. Throws `not_found`, also for one about the viewer. */
    async get(viewer: SignedInViewer, id: string): Promise<Report> {
      const row = await find(id);
      if (row.subject_id === viewer.id) throw new AppError('not_found');
      const conversation = conversationIn(row);
      const ids = conversation ? [...conversation.roster, ...conversation.comments.map(({ userId }) => userId)] : [];
      const [people, record, sameCount] = await Promise.all([
        reports.findPeople([...new Set(ids.filter((each) => each !== null))]),
        row.subject_id === null ? undefined : reports.recordOf(row.subject_id),
        reports.countSame(row),
      ]);
      const now = clock.now();
      const known = new Map(
        people.map(({ id: person, nickname, birth_date: birthDate }) => [
          person,
          { id: person, nickname, age: ageOf(birthDate, now) },
        ]),
      );
      return {
        ...toOpenReport(row),
        detail: row.detail,
        reporter: row.reporter_name === null ? null : { id: row.reporter_id, nickname: row.reporter_name },
        comments: (conversation?.comments ?? []).map(({ id: comment, userId, body, createdAt, deletedAt }) => ({
          id: comment,
          author: known.get(userId ?? '') ?? null,
          body,
          createdAt,
          deletedAt,
          isReported: comment === row.target_id,
        })),
        roster: (conversation?.roster ?? []).flatMap((person) => known.get(person) ?? []),
        snapshot: conversation ? [] : snapshotOf(row.evidence),
        picture: textIn(row.evidence, 'avatar_url'),
        seal: sealOf(conversation ?? ratingIn(row) ?? messageIn(row) ?? seriesIn(row), row.evidence['hash']),
        record: record
          ? {
              state: record.state,
              age: ageOf(record.birth_date, now),
              receivedCount: record.received,
              upheldCount: record.upheld,
              warnedCount: record.warned,
            }
          : null,
        sameCount,
        decision:
          row.decision && row.decided_at
            ? { decision: row.decision, at: row.decided_at.toISOString(), who: row.decided_by ?? '' }
            : null,
      };
    },

    /** Settles a report. Throws `invalid` for what does not fit it, `conflict` when somebody else has settled it. */
    async decide(
      viewer: SignedInViewer,
      id: string,
      { decision, reason = '' }: { decision: ReportDecision; reason?: string | undefined },
    ): Promise<void> {
      const row = await find(id);
      const refusal = refusalOf(row, viewer, decision, reason);
      if (refusal) throw new AppError('invalid', { fields: refusal });
      if (row.state !== 'open') throw new AppError('conflict');
      const { subject_id: subject } = row;
      // First: a crash in between leaves the report open, and suspending again changes nothing.
      if (decision === 'suspend' && subject !== null) await suspend(viewer, subject, reason);
      await write(async (trx) => {
        const now = clock.now();
        const reporters = await reports.settle(trx, row, { decision, by: viewer.id, now });
        if (reporters.length === 0) throw new AppError('conflict');
        const { classroom_id: classroomId, target_id: target } = row;
        if (decision === 'delete_comment' && classroomId !== null)
          await comments.deleteByStaff(trx, classroomId, target);
        if (decision === 'delete_question' && classroomId !== null)
          await questions.removeByStaff(trx, classroomId, target);
        if (decision === 'clear_board') await boards.clearByStaff(trx, target);
        if (decision === 'delete_rating') await ratings.removeByStaff(trx, target);
        if (decision === 'delete_message') await messages.removeByStaff(trx, target);
        if (decision === 'hide_series') await series.hideByStaff(trx, target);
        if (decision === 'warn' && subject !== null) await warn(trx, viewer, { ...row, subject_id: subject }, reason);
        await log(trx, {
          at: now,
          who: viewer.id,
          action: decision === 'dismiss' ? 'dismiss-report' : 'settle-report',
          // Not to the user: a report that was dismissed is nothing that is known against them.
          subjectId: row.id,
          detail: reason,
        });
        await notifyReporters(trx, row, reporters, decision !== 'dismiss');
      });
    },
  };
}

const toOpenReport = (row: ReportRow): OpenReport => ({
  id: row.id,
  kind: row.kind,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  place: row.place,
  subject:
    row.subject_id === null || row.subject_name === null ? null : { id: row.subject_id, nickname: row.subject_name },
  hasMinor: row.has_minor,
});

/** Returns which field of a decision does not fit the report, or undefined. */
function refusalOf(
  { kind, subject_id: subject }: ReportRow,
  viewer: SignedInViewer,
  decision: ReportDecision,
  reason: string,
): Record<string, string> | undefined {
  if (subject === viewer.id) return { decision: '自分についての通報は、ほかの担当者が対応します。' };
  if (decision === 'dismiss') return undefined;
  if (decision === 'delete_comment')
    return kind === 'comment' ? undefined : { decision: 'この通報はコメントについてのものではありません。' };
  if (decision === 'delete_question')
    return kind === 'question' ? undefined : { decision: 'この通報は質問についてのものではありません。' };
  if (decision === 'clear_board')
    return kind === 'board' ? undefined : { decision: 'この通報はホワイトボードについてのものではありません。' };
  if (decision === 'delete_rating')
    return kind === 'rating' ? undefined : { decision: 'この通報はレビューについてのものではありません。' };
  if (decision === 'delete_message')
    return kind === 'message' ? undefined : { decision: 'この通報はメッセージについてのものではありません。' };
  if (decision === 'hide_series')
    return kind === 'series' ? undefined : { decision: 'この通報は連続講座についてのものではありません。' };
  if (subject === null) return { decision: '対象の方のアカウントがありません。' };
  return reason === '' ? { reason: '本人に届く文を入力してください。' } : undefined;
}

/** The frozen conversation of a report of a comment, question or board, in the order of fields in which it was sealed. */
function conversationIn({ kind, evidence }: ReportRow): Conversation | undefined {
  if (kind !== 'comment' && kind !== 'question' && kind !== 'board') return undefined;
  const { comments, roster } = evidence as unknown as Conversation;
  return {
    comments: comments.map(({ id, userId, body, createdAt, deletedAt }) => ({
      id,
      userId,
      body,
      createdAt,
      deletedAt,
    })),
    roster,
  };
}

/** The frozen rating of a report, in the order of fields in which it was sealed. */
const ratingIn = ({ kind, evidence: { title, stars, note, answer, userId, hostId } }: ReportRow) =>
  kind === 'rating' ? { title, stars, note, answer, userId, hostId } : undefined;

/** The frozen message of a report, in the order of fields in which it was sealed. */
const messageIn = ({ kind, evidence: { title, subject, body, userId } }: ReportRow) =>
  kind === 'message' ? { title, subject, body, userId } : undefined;

/** The frozen series of a report, in the order of fields in which it was sealed. */
const seriesIn = ({ kind, evidence: { title, description, userId } }: ReportRow) =>
  kind === 'series' ? { title, description, userId } : undefined;

const sealOf = (evidence: object | undefined, sealed: unknown) => {
  if (!evidence) return null;
  const digest = createHash('sha256').update(JSON.stringify(evidence)).digest('hex');
  return { digest: digest.slice(0, SHOWN_DIGEST), isIntact: digest === sealed };
};

const FIELDS: Readonly<Record<string, string>> = {
  nickname: 'ニックネーム',
  introduction: '自己紹介',
  job: '職業',
  title: '題名',
  description: '説明',
  stars: '星の数',
  note: 'レビュー',
  answer: 'ホストの返信',
  subject: '件名',
  body: '本文',
};

/** The profile, archive, rating, message or series as it was, without what is empty or says nothing to a reader. */
const snapshotOf = (evidence: Record<string, unknown>) =>
  Object.entries(FIELDS).flatMap(([field, name]) => {
    const value = textIn(evidence, field);
    return value === null ? [] : [{ name, value }];
  });

function textIn(evidence: Record<string, unknown>, field: string): string | null {
  const value = evidence[field];
  return typeof value === 'string' && value !== '' ? value : null;
}
