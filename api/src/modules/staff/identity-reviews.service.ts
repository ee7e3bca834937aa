import type { IdentityReview, WaitingPerson } from '@manabiba/shared/contract/staff-reviews';
import { startOfDay } from 'date-fns';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Write } from '../../platform/database/transaction';
import { inJapan } from '../../platform/moments';
import type { SessionsService } from '../sessions/sessions.service';
import type { IdentityReviewsRepository } from './identity-reviews.repository';
import type { StaffRepository } from './staff.repository';
import { orConflict, type StaffService } from './staff.service';

/** How many of those who wait a queue shows. */
const MAX_QUEUE = 100;

interface IdentityReviewsDeps {
  reviews: IdentityReviewsRepository;
  staff: StaffService;
  log: StaffRepository['log'];
  write: Write;
  sessions: Pick<SessionsService, 'forgetPerson'>;
  clock: Clock;
}

export type IdentityReviewsService = ReturnType<typeof createIdentityReviewsService>;

/** The review of identity documents by the staff. */
export function createIdentityReviewsService(deps: IdentityReviewsDeps) {
  const { reviews, staff, log, write, sessions, clock } = deps;

  async function find(userId: string) {
    const row = await reviews.findWaiting(userId);
    if (!row) throw new AppError('not_found');
    return row;
  }

  /** Carries out a decision. What somebody else has decided, or other documents than those decided on, are `conflict`. */
  async function decide(userId: string, work: () => Promise<unknown>): Promise<void> {
    await find(userId);
    await orConflict(work);
    sessions.forgetPerson(userId);
  }

  return {
    /** Returns the queue, longest wait first. */
    async list() {
      const today = new Date(startOfDay(clock.now(), inJapan));
      const [rows, waitingCount, decidedToday] = await Promise.all([
        reviews.listWaiting(MAX_QUEUE),
        reviews.countWaiting(),
        reviews.countDecided(today),
      ]);
      return { items: rows.map(toWaiting), waitingCount, decidedToday };
    },

    /** Returns a user's case. Throws `not_found` when nothing of theirs waits. */
    async get(userId: string): Promise<IdentityReview> {
      const row = await find(userId);
      const [documents, lastReturn] = await Promise.all([
        reviews.listDocuments(userId),
        reviews.findLastReturn(userId),
      ]);
      return {
        ...toWaiting(row),
        email: row.email,
        createdAt: row.created_at.toISOString(),
        organisation:
          row.org_name === null
            ? null
            : { orgName: row.org_name, orgUrl: row.org_url, invoiceRegistrationNo: row.invoice_registration_no },
        documents: documents.map(({ id, mime, submitted_at: at }) => ({
          id,
          isPdf: mime === 'application/pdf',
          submittedAt: (at ?? row.created_at).toISOString(),
        })),
        lastReturn: lastReturn ? { at: lastReturn.at.toISOString(), reason: lastReturn.detail } : null,
      };
    },

    /** Accepts the documents. Those of a professional need two members of the staff: the first approval is noted. */
    async approve(viewer: SignedInViewer, userId: string, documentIds: readonly string[]): Promise<void> {
      const { role, first_approval: first } = await find(userId);
      if (role !== 'professional' || (first !== null && first.who !== viewer.id))
        return decide(userId, () => staff.approve(viewer.id, userId, documentIds));
      const waiting = (await reviews.listDocuments(userId)).map(({ id }) => id);
      if (first !== null || sorted(waiting) !== sorted(documentIds)) throw new AppError('conflict');
      const entry = { at: clock.now(), who: viewer.id, action: 'approve-first', subjectId: userId, detail: '' };
      await write((trx) => log(trx, { ...entry, after: sorted(waiting) }));
    },

    sendBack: (viewer: SignedInViewer, userId: string, documentIds: readonly string[], reason: string) =>
      decide(userId, () => staff.sendBack(viewer.id, userId, reason, documentIds)),
  };
}

/** Documents as the log names them. */
const sorted = (ids: readonly string[]) => [...new Set(ids)].sort().join(',');

type WaitingRow = Awaited<ReturnType<IdentityReviewsRepository['listWaiting']>>[number];

const toWaiting = (row: WaitingRow): WaitingPerson => ({
  userId: row.id,
  nickname: row.nickname,
  birthDate: row.birth_date,
  isProfessional: row.role === 'professional',
  waitingSince: row.waiting_since.toISOString(),
  returnedCount: row.returned_count,
  firstApproval: row.first_approval && {
    userId: row.first_approval.who,
    nickname: row.first_approval.nickname,
    at: new Date(row.first_approval.at).toISOString(),
  },
});
