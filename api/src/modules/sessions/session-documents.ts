import { listeningSessionPath, livePaths } from '@manabiba/shared/contract/room-documents';
import { type RawBuilder, sql } from 'kysely';

import { type ChangedDocument, markChangedBy } from '../realtime/live-outbox';

/**
 * Returns the live document that grants a user's session read access, for `markChanged`. Sessions of visitors have
 * none.
 */
export const changedSession = (userId: string, sessionId: string): ChangedDocument => ({
  kind: 'session',
  path: listeningSessionPath(userId, sessionId),
  classroomId: null,
  subjectId: sessionId,
});

/** The same as SQL, for the sessions (id, user_id) that a query returns. */
export const markChangedSessions = (sessions: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  markChangedBy(
    sql`select ${livePaths.person('')} || user_id || '/sessions/' || id as path, 'session' as kind, id as subject_id
      from (${sessions}) changed_sessions where user_id is not null`,
    now,
  );
