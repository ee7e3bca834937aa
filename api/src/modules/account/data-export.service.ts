import { secondsInDay } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { createBoundedQueue } from '../../platform/bounded-queue';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Limiter } from '../../platform/security/limiter';
import type { AccountLinksService } from '../account-links/account-links.service';
import type { MailsService } from '../mails/mails.service';
import type { UsersService } from '../users/users.service';
import type { DataExportRepository } from './data-export.repository';

const EXPORTS = { max: 5, windowSeconds: secondsInDay };
/** How many files are built at a time, and how many may wait: each reads all tables. */
const MAKING = { running: 1, waiting: 10 };
/** Limits of files built per user, and per address that opens links. */
const OPENED_PER_PERSON = { max: 20, windowSeconds: 3600 };
const OPENED_PER_ADDRESS = { max: 60, windowSeconds: 3600 };

interface DataExportDeps {
  db: Db;
  exports: DataExportRepository;
  users: UsersService;
  links: AccountLinksService;
  mails: MailsService;
  limiter: Limiter;
  clock: Clock;
}

export type DataExportService = ReturnType<typeof createDataExportService>;

/** Exports all data about a user to that user. Nothing is stored: the file is built when the link is opened. */
export function createDataExportService({ db, exports, users, links, mails, limiter, clock }: DataExportDeps) {
  const enqueue = createBoundedQueue(MAKING);
  return {
    /**
     * Mails the link to a verified address; otherwise returns it directly, because an unverified address may belong to
     * someone else.
     */
    async create(viewer: SignedInViewer): Promise<{ state: 'sent' | 'ready'; url: string | null }> {
      await limiter.consume(`data-export:${viewer.id}`, EXPORTS);
      return inTransaction(db, async (trx) => {
        const person = await users.lock(trx, viewer.id);
        const isVerified = person.email !== null && person.email_verified_at !== null;
        const token = await links.issue(trx, 'data_export', { userId: viewer.id, email: person.email ?? '' });
        if (!isVerified || person.email === null) return { state: 'ready' as const, url: `/v1/data_exports/${token}` };
        await mails.send(trx, 'data_export', { to: person.email, userId: viewer.id, nickname: person.nickname, token });
        return { state: 'sent' as const, url: null };
      });
    },

    /**
     * Serves the file behind a link, valid for seven days. Too many requests for one user or address are
     * `rate_limited`, too many queued files `unavailable`.
     */
    async open(token: string, address: string) {
      await limiter.consume(`data-export-from:${address}`, OPENED_PER_ADDRESS);
      const { userId } = await links.find('data_export', token);
      await limiter.consume(`data-export-of:${userId}`, OPENED_PER_PERSON);
      return enqueue(async () => ({ exportedAt: clock.now().toISOString(), ...(await exports.read(userId)) }));
    },
  };
}
