import {
  type Announcement,
  announcementAudiences,
  type NotificationTimelineRow,
  type PersonNotification,
  type SentAnnouncement,
} from '@manabiba/shared/contract/announcements';
import { MAX_ANNOUNCEMENT_DAYS_AHEAD } from '@manabiba/shared/contract/limits';
import { addHours, subHours, subMilliseconds } from 'date-fns';

import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import { plainSentence } from '../deliveries/plain-sentence';
import type { NotificationCausesService } from '../fan-out/notification-causes.service';
import { kindDeclarations } from '../kinds/notification-kinds';
import { ANNOUNCEMENT_PREFIX, type NotificationOperationsRepository } from './notification-operations.repository';

interface AnnouncementsDeps {
  db: Db;
  operations: NotificationOperationsRepository;
  causes: Pick<NotificationCausesService, 'record' | 'countAudience'>;
  /** Records who did what. */
  log: (trx: Trx, entry: { at: Date; who: string; action: string; subjectId: string; detail: string }) => Promise<void>;
  clock: Clock;
}

const TIMELINE_DAYS = 7;
const SHOWN_ANNOUNCEMENTS = 50;
const SHOWN_OF_PERSON = 20;
/** The time zone of the staff. */
const TIME_ZONE = 'Asia/Tokyo';
/** How far the scheduler's clock may be behind, in milliseconds. */
const LATE_MS = 60_000;

const audiences: readonly string[] = announcementAudiences;

export type AnnouncementsService = ReturnType<typeof createAnnouncementsService>;

/** The operator's announcements, and their view of what was sent. */
export function createAnnouncementsService({ db, operations, causes, log, clock }: AnnouncementsDeps) {
  async function requireAudience(audience: string): Promise<void> {
    if (!audiences.includes(audience) && !(await operations.userExists(audience))) throw new AppError('not_found');
  }

  function dueTimeOf(dueAt: string | undefined): Date | undefined {
    if (dueAt === undefined) return undefined;
    const now = clock.now();
    const due = new Date(dueAt);
    const refuse = (sentence: string) => new AppError('invalid', { fields: { dueAt: sentence } });
    if (due < subMilliseconds(now, LATE_MS)) throw refuse('これからの日時を入力してください。');
    if (due > addHours(now, MAX_ANNOUNCEMENT_DAYS_AHEAD * 24))
      throw refuse(`${MAX_ANNOUNCEMENT_DAYS_AHEAD}日以内の日時を入力してください。`);
    return due;
  }

  /** Announces something to an audience or to one user, now or later. An unknown user is `not_found`. */
  async function announce(who: string, { audience, title, body, url, dueAt }: Announcement): Promise<{ id: string }> {
    const due = dueTimeOf(dueAt);
    await requireAudience(audience);
    const id = newId(ANNOUNCEMENT_PREFIX);
    await inTransaction(db, async (trx) => {
      const when = due && { dueAt: due };
      await causes.record(trx, 'management', { key: id, title, body, url, subjects: { audience }, ...when });
      await log(trx, { at: clock.now(), who, action: 'announce', subjectId: audience, detail: title });
    });
    return { id };
  }

  /** Counts the outcomes of the notifications of the last seven days. */
  async function timeline(): Promise<{ items: NotificationTimelineRow[] }> {
    const rows = await operations.timeline(subHours(clock.now(), TIMELINE_DAYS * 24));
    return {
      items: rows.map(({ lateness_seconds: seconds, ...row }) => ({
        ...row,
        latenessSeconds: seconds === null ? null : Math.max(0, Math.round(Number(seconds) * 10) / 10),
      })),
    };
  }

  async function stop(who: string, id: string): Promise<void> {
    await inTransaction(db, async (trx) => {
      const audience = await operations.stop(trx, id, clock.now());
      if (audience === undefined)
        throw new AppError((await operations.hasAnnouncement(trx, id)) ? 'conflict' : 'not_found');
      await log(trx, { at: clock.now(), who, action: 'stop-announcement', subjectId: audience, detail: id });
    });
  }

  /** The last notifications of a user: why they got each, and its outcome. Throws `not_found`. */
  async function ofPerson(userId: string): Promise<{ items: PersonNotification[] }> {
    if (!(await operations.userExists(userId))) throw new AppError('not_found');
    const rows = await operations.notificationsOf(userId, SHOWN_OF_PERSON);
    const deliveries = await operations.deliveriesOf(rows.map(({ id }) => id));
    return {
      items: rows.map((row) => ({
        ...toPersonNotification(row),
        deliveries: deliveries.filter((delivery) => delivery.notification_id === row.id).map(toDelivery),
      })),
    };
  }

  return {
    announce,
    timeline,
    stop,
    ofPerson,

    /** Counts whom an announcement to this audience reaches now. An unknown user is `not_found`. */
    async count(audience: string): Promise<{ count: number }> {
      await requireAudience(audience);
      return { count: await causes.countAudience('management', { audience }) };
    },

    async list(): Promise<{ items: SentAnnouncement[] }> {
      const rows = await operations.announcements(SHOWN_ANNOUNCEMENTS);
      return { items: rows.map((row) => toAnnouncement(row, clock.now())) };
    },
  };
}

type AnnouncementRow = Awaited<ReturnType<NotificationOperationsRepository['announcements']>>[number];
type NotificationRow = Awaited<ReturnType<NotificationOperationsRepository['notificationsOf']>>[number];
type DeliveryRow = Awaited<ReturnType<NotificationOperationsRepository['deliveriesOf']>>[number];

function stateOf(row: AnnouncementRow, now: Date): SentAnnouncement['state'] {
  if (row.stopped_at) return 'stopped';
  if (row.is_stale) return 'expired';
  if (row.done_at) return 'sent';
  return row.due_at > now ? 'scheduled' : 'sending';
}

const toAnnouncement = (row: AnnouncementRow, now: Date): SentAnnouncement => ({
  id: row.key,
  audience: row.audience,
  audienceName: row.nickname,
  title: row.title,
  body: row.body,
  url: row.url,
  dueAt: row.due_at.toISOString(),
  state: stateOf(row, now),
  toldCount: row.told_count,
});

function toPersonNotification(row: NotificationRow): Omit<PersonNotification, 'deliveries'> {
  return {
    id: row.id,
    kind: row.kind,
    sentence: plainSentence(row.kind, { title: row.title, body: row.body, actorName: row.actor_name }, TIME_ZONE),
    reason: kindDeclarations[row.kind].reason,
    causedAt: row.caused_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    isListed: row.is_listed || row.group_id !== null,
    isRead: row.is_read,
    opened: row.opened_at && row.opened_from ? { at: row.opened_at.toISOString(), from: row.opened_from } : null,
  };
}

const toDelivery = (row: DeliveryRow): PersonNotification['deliveries'][number] => ({
  channel: row.channel,
  state: row.state,
  reason: row.reason,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
});
