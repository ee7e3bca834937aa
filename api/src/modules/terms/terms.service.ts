import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { MAX_TERMS_DAYS_AHEAD, TERMS_NOTICE_DAYS } from '@manabiba/shared/contract/limits';
import type {
  announceTermsVersion,
  getTermsVersion,
  listStaffTermsVersions,
  listTermsVersions,
  TermsVersion,
} from '@manabiba/shared/contract/terms';
import { addHours, parseISO } from 'date-fns';
import type * as z from 'zod/mini';

import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import type { Jobs } from '../../platform/jobs/jobs';
import { inJapan } from '../../platform/moments';
import type { MailsService } from '../mails/mails.service';
import type { TermsRepository, TermsVersionRow } from './terms.repository';

export interface TermsDeps {
  db: Db;
  terms: TermsRepository;
  mails: Pick<MailsService, 'send'>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Records who did what. */
  log: (trx: Trx, entry: { at: Date; who: string; action: string; subjectId: string; detail: string }) => Promise<void>;
  clock: Clock;
}

const SHOWN = 50;
/** How many mails one transaction queues. */
const BATCH = 200;

export type TermsService = ReturnType<typeof createTermsService>;

/** Versions of the terms and of the policy, announced before they take effect. */
export function createTermsService({ db, terms, mails, jobs, log, clock }: TermsDeps) {
  /** Returns the beginning of the day in Japan. A day that is nearer than the terms promise is `invalid`. */
  function effectOf(day: string, now: Date): Date {
    const effectiveAt = new Date(parseISO(day, inJapan));
    const refuse = (sentence: string) => new AppError('invalid', { fields: { effectiveOn: sentence } });
    if (effectiveAt < addHours(now, TERMS_NOTICE_DAYS * 24))
      throw refuse(`${TERMS_NOTICE_DAYS}日後より先の日付を入力してください。`);
    if (effectiveAt > addHours(now, MAX_TERMS_DAYS_AHEAD * 24))
      throw refuse(`${MAX_TERMS_DAYS_AHEAD}日以内の日付を入力してください。`);
    return effectiveAt;
  }

  /** Queues a batch of mails and records it in the same transaction. Returns false when everyone has the mail. */
  async function mailSome(trx: Trx, id: string): Promise<boolean> {
    const version = await terms.lock(trx, id);
    if (!version || version.mailed_at !== null) return false;
    const now = clock.now();
    const recipients = await terms.recipientsAfter(trx, version.mailed_to, BATCH);
    for (const { id: userId, email, nickname } of recipients)
      await mails.send(trx, 'terms_announced', {
        to: email,
        userId,
        nickname,
        document: version.document,
        version: version.id,
        effectiveAt: version.effective_at.toISOString(),
        summary: version.summary,
      });
    const to = recipients.at(-1)?.id;
    await terms.markMailed(trx, id, { ...(to !== undefined && { to }), count: recipients.length, now });
    return to !== undefined;
  }

  return {
    async list(): Promise<EndpointOutput<typeof listTermsVersions>> {
      return { items: (await terms.listCurrent(clock.now())).map(toVersion) };
    },

    /** Throws `not_found`. */
    async get(id: string): Promise<EndpointOutput<typeof getTermsVersion>> {
      const row = await terms.find(id);
      if (!row) throw new AppError('not_found');
      return { ...toVersion(row), text: row.text };
    },

    async listForStaff(): Promise<EndpointOutput<typeof listStaffTermsVersions>> {
      const rows = await terms.listLatest(SHOWN);
      return {
        items: rows.map((row) => ({
          ...toVersion(row),
          mailedCount: row.mailed_count,
          mailedAt: row.mailed_at?.toISOString() ?? null,
        })),
      };
    },

    /** Announces a version. Throws `invalid` for its day, and `already` when the document has one for that day. */
    async announce(who: string, given: z.output<(typeof announceTermsVersion)['body']>): Promise<{ id: string }> {
      const { document, effectiveOn, summary, text } = given;
      const now = clock.now();
      const effectiveAt = effectOf(effectiveOn, now);
      const id = newId('trm');
      await inTransaction(db, async (trx) => {
        const isNew = await terms.insert(trx, {
          id,
          document,
          effective_at: effectiveAt,
          summary,
          text,
          announced_at: now,
          announced_by: who,
        });
        if (!isNew) throw new AppError('already');
        await jobs.enqueue(trx, 'mail-terms', { versionId: id }, now);
        await log(trx, { at: now, who, action: 'announce-terms', subjectId: id, detail: `${document} ${effectiveOn}` });
      });
      return { id };
    },

    /** Handles the job that mails a version to every user, once each, however often it runs. */
    async mailAll({ versionId }: { versionId: string }): Promise<void> {
      let hasMore = true;
      while (hasMore) hasMore = await inTransaction(db, (trx) => mailSome(trx, versionId));
    },
  };
}

const toVersion = (row: Omit<TermsVersionRow, 'text'>): TermsVersion => ({
  id: row.id,
  document: row.document,
  effectiveAt: row.effective_at.toISOString(),
  summary: row.summary,
  announcedAt: row.announced_at.toISOString(),
});
