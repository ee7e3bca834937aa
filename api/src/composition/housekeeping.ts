import { deleteOldAnswers } from '../http/idempotency';
import { deleteExpiredLinks } from '../modules/account-links/account-links.repository';
import { deleteExpiredKeys } from '../modules/auth/api-keys/api-keys.repository';
import { deleteExpiredChallenges } from '../modules/auth/passkeys/passkeys.repository';
import { deleteOldFrames } from '../modules/classrooms/live-frames/live-frames.repository';
import { deleteEndedSessions, deleteStaleVisitors } from '../modules/sessions/sessions.repository';
import type { Db } from '../platform/database/db';
import { deleteOldDomainEvents } from '../platform/events/domain-events';
import { deleteOldMails } from '../platform/mail/mailer';
import { deleteExpiredLimits } from '../platform/security/limiter';

/** Deletes rows that are no longer needed: counters, idempotency keys, ended sessions, stale anonymous visitors, images of
 * live classrooms. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await deleteExpiredLimits(db, now);
  await deleteOldAnswers(db, now);
  await deleteEndedSessions(db, now);
  await deleteExpiredLinks(db, now);
  await deleteExpiredChallenges(db, now);
  await deleteExpiredKeys(db, now);
  await deleteOldMails(db, now);
  await deleteOldDomainEvents(db, now);
  await deleteStaleVisitors(db, now);
  await deleteOldFrames(db, now);
}
