import { addHours, getHours, subHours, subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { inJapan, momentIn } from '../../../platform/moments';
import type { MailsService } from '../../mails/mails.service';
import { bornBy } from '../../users/age';
import type { MailTokens } from '../settings/mail-token';
import type { DigestsRepository, MonthOfWard, Ward, WeeklyContent, WeeklyReader } from './digests.repository';
import { isSundayFrom, lastMonthInJapan } from './japan-months';

interface DigestsDeps {
  db: Db;
  digests: DigestsRepository;
  mails: Pick<MailsService, 'sendNotification'>;
  mailTokens: MailTokens;
  clock: Clock;
}

/** From when on a Sunday, in the user's zone, and on a day of the month, in Japan, digests are mailed. */
const MORNING_HOUR = 8;
/** Two digests are at least this far apart, also for users who change their time zone. */
const MIN_GAP_MS = 6 * millisecondsInDay;
const PAGE = 200;
const ADULT_AGE = 18;

/** Digests by mail: of a week for users who want it, of a month for the guardians of minors. Each is queued once. */
export function createDigestsService({ db, digests, mails, mailTokens, clock }: DigestsDeps) {
  async function sendWeek(reader: WeeklyReader, now: Date): Promise<void> {
    await inTransaction(db, async (trx) => {
      if (!(await digests.takeWeek(trx, reader.user_id, subMilliseconds(now, MIN_GAP_MS), now))) return;
      const span = { from: subHours(now, 7 * 24), now, to: addHours(now, 7 * 24) };
      const content = await digests.weekOf(trx, reader.user_id, span);
      if (content.classrooms.length + content.archives.length === 0) return;
      await mails.sendNotification(trx, {
        to: reader.email,
        userId: reader.user_id,
        content: {
          subject: '今週のまとめ',
          name: reader.nickname,
          paragraphs: weekLines(content, reader.time_zone),
          action: { label: 'まなびばを開く', path: '/' },
          subscription: {
            label: '',
            token: mailTokens.make({ userId: reader.user_id, subject: 'weeklyDigest' }),
            reason: 'このメールは、週に一度のまとめを受け取る設定の方にお送りしています。',
          },
        },
      });
    });
  }

  async function sendMonth(ward: Ward, { month, label, from, to }: ReturnType<typeof lastMonthInJapan>): Promise<void> {
    await inTransaction(db, async (trx) => {
      if (!(await digests.takeMonth(trx, ward.user_id, month))) return;
      const counts = await digests.monthOf(trx, ward.user_id, from, to);
      await mails.sendNotification(trx, {
        to: ward.guardian_email,
        userId: ward.user_id,
        content: {
          subject: `${label}のまとめ`,
          paragraphs: [`${ward.nickname}さんの1か月`, monthLines(counts)],
          notes: [
            '16歳未満の方は、同意を取り消すと、教室の作成、コメント、発言がご利用いただけなくなります。同意のお願いのメールのリンクから、いつでも取り消せます。',
          ],
          subscription: {
            label: '',
            token: mailTokens.make({ userId: ward.user_id, subject: 'guardianDigest' }),
            reason: 'このメールは、利用に同意された保護者の方に月に一度お送りしています。',
            hasSettings: false,
          },
        },
      });
    });
  }

  async function sendWeeks(now: Date): Promise<void> {
    const before = subMilliseconds(now, MIN_GAP_MS);
    for (let afterId = ''; ;) {
      const readers = await digests.weeklyReaders(before, afterId, PAGE);
      for (const reader of readers) if (isSundayFrom(MORNING_HOUR, reader.time_zone, now)) await sendWeek(reader, now);
      const last = readers.at(-1);
      if (!last || readers.length < PAGE) return;
      afterId = last.user_id;
    }
  }

  async function sendMonths(now: Date): Promise<void> {
    if (getHours(now, inJapan) < MORNING_HOUR) return;
    const span = lastMonthInJapan(now);
    const bornAfter = bornBy(ADULT_AGE, now);
    for (let afterId = ''; ;) {
      const wards = await digests.wards({ bornAfter, month: span.month, to: span.to, afterId, limit: PAGE });
      for (const ward of wards) await sendMonth(ward, span);
      const last = wards.at(-1);
      if (!last || wards.length < PAGE) return;
      afterId = last.user_id;
    }
  }

  return {
    /** Queues the digests that are due. */
    async sendDue(): Promise<void> {
      const now = clock.now();
      await sendWeeks(now);
      await sendMonths(now);
    },
  };
}

function weekLines({ classrooms, archives }: WeeklyContent, timeZone: string): string[] {
  const rooms = classrooms.map(
    ({ name, start_at: startAt, host }) => `${momentIn(timeZone, startAt)} 「${name}」 ${host}さん`,
  );
  const replays = archives.map(({ title, host }) => `「${title}」 ${host}さん`);
  return [
    ...(rooms.length > 0 ? [`フォロー中の人の、これからの教室\n${rooms.join('\n')}`] : []),
    ...(replays.length > 0 ? [`新しいアーカイブ\n${replays.join('\n')}`] : []),
  ];
}

function monthLines({ rooms, seconds, comments, tickets, spent }: MonthOfWard): string {
  const minutes = Math.round(seconds / 60);
  const duration = minutes < 60 ? `${minutes}分` : `${Math.floor(minutes / 60)}時間${minutes % 60}分`;
  const paid = `${spent.toLocaleString('ja-JP')}円${tickets > 0 ? `(チケット${tickets}枚)` : ''}`;
  return `教室: ${rooms}回、${duration}\nコメント: ${comments}件\nお支払い: ${paid}`;
}
