import { timingSafeEqual } from 'node:crypto';

import { addMilliseconds } from 'date-fns';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Limiter } from '../../platform/security/limiter';
import { deriveKey, keyedDigest } from '../../platform/security/text-encryption';
import type { UploadsService } from '../uploads/uploads.service';
import type { IdentityReviewsRepository } from './identity-reviews.repository';
import type { StaffRepository } from './staff.repository';

const LINK_MS = 60_000;
/** The URL of a document serves it once: longer than it is valid. */
const ONCE = { max: 1, windowSeconds: 120 };

interface IdentityDocumentsDeps {
  db: Db;
  reviews: IdentityReviewsRepository;
  staff: StaffRepository;
  uploads: Pick<UploadsService, 'readDocument'>;
  limiter: Limiter;
  clock: Clock;
  secret: string;
}

/** The parts of a signed URL. */
export interface DocumentLink {
  id: string;
  by: string;
  until: string;
  signature: string;
}

export type IdentityDocumentsService = ReturnType<typeof createIdentityDocumentsService>;

/** The documents themselves: each look at one is a link of its own, logged with who looks. */
export function createIdentityDocumentsService(deps: IdentityDocumentsDeps) {
  const { db, reviews, staff, uploads, limiter, clock, secret } = deps;
  const key = deriveKey(secret, 'links of identity documents');
  const signatureOf = ({ id, by, until }: Omit<DocumentLink, 'signature'>) =>
    keyedDigest(key, [id, by, until].join(' '));

  return {
    /** Returns a URL that serves a waiting document once within a minute. Throws `not_found` when it does not wait. */
    async open(viewer: SignedInViewer, id: string): Promise<{ url: string; expiresAt: string }> {
      const document = await reviews.findDocument(id);
      if (!document) throw new AppError('not_found');
      const at = clock.now();
      await inTransaction(db, (trx) =>
        staff.log(trx, { at, who: viewer.id, action: 'view-document', subjectId: document.user_id, detail: id }),
      );
      const expiresAt = addMilliseconds(at, LINK_MS);
      const until = String(expiresAt.getTime());
      const query = new URLSearchParams({ by: viewer.id, until, signature: signatureOf({ id, by: viewer.id, until }) });
      return { url: `/v1/staff/identity_documents/${id}?${query.toString()}`, expiresAt: expiresAt.toISOString() };
    },

    /**
     * Returns the bytes behind such a URL, an image with the name of who looks across it. Throws `not_found` when the
     * URL was changed, has run out or was used before.
     */
    async read(link: DocumentLink): Promise<{ bytes: Buffer; mime: string }> {
      const now = clock.now();
      if (!isSame(link.signature, signatureOf(link)) || Number(link.until) < now.getTime())
        throw new AppError('not_found');
      try {
        await limiter.consume(`identity-document:${link.signature}`, ONCE);
      } catch (error) {
        throw error instanceof AppError ? new AppError('not_found') : error;
      }
      const looker = (await reviews.findNickname(link.by)) ?? link.by;
      const found = await uploads.readDocument(link.id, `${looker} ${japanMinute(now)}`);
      if (!found) throw new AppError('not_found');
      return found;
    },
  };
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const minuteFormat = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'short',
  timeStyle: 'short',
});
const japanMinute = (moment: Date) => minuteFormat.format(moment);
