import { listeningSessionPath, livePaths } from '@manabiba/shared/contract/room-documents';
import { type RawBuilder, sql } from 'kysely';

import type { LiveOutboxTable } from '../tables/live-documents';
import type { Trx } from './db';

/** A live document that may no longer be what the database says. `count` is the number of people in a room's document. */
export interface ChangedDocument {
  kind: LiveOutboxTable['kind'];
  path: string;
  classroomId: string | null;
  subjectId: string;
}

/** Names of live documents, for `markChanged`. */
export const changed = {
  room: (classroomId: string): ChangedDocument => ({
    kind: 'room',
    path: livePaths.room(classroomId),
    classroomId,
    subjectId: classroomId,
  }),
  count: (classroomId: string): ChangedDocument => ({
    kind: 'count',
    path: `${livePaths.room(classroomId)}#count`,
    classroomId,
    subjectId: classroomId,
  }),
  user: (classroomId: string, userId: string): ChangedDocument => ({
    kind: 'user',
    path: `${livePaths.roomUsers(classroomId)}/${userId}`,
    classroomId,
    subjectId: userId,
  }),
  comment: (classroomId: string, id: string): ChangedDocument => ({
    kind: 'comment',
    path: `${livePaths.roomComments(classroomId)}/${id}`,
    classroomId,
    subjectId: id,
  }),
  person: (userId: string): ChangedDocument => ({
    kind: 'person',
    path: livePaths.person(userId),
    classroomId: null,
    subjectId: userId,
  }),
  session: (userId: string, sessionId: string): ChangedDocument => ({
    kind: 'session',
    path: listeningSessionPath(userId, sessionId),
    classroomId: null,
    subjectId: sessionId,
  }),
} as const;

/**
 * Says that live documents have changed, in the transaction that changed what they show: whatever happens after its
 * commit, they will be written, as the database says then.
 */
export async function markChanged(trx: Trx, documents: readonly ChangedDocument[], now: Date): Promise<void> {
  if (documents.length === 0) return;
  // Always in the same order, so that two transactions never wait for each other.
  const rows = [...new Map(documents.map((document) => [document.path, document])).values()].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  await trx
    .insertInto('live_outbox')
    .values(
      rows.map(({ path, kind, classroomId, subjectId }) => ({
        path,
        kind,
        classroom_id: classroomId,
        subject_id: subjectId,
        due_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('path')
        .doUpdateSet({ version: sql`excluded.version`, due_at: sql`least(live_outbox.due_at, excluded.due_at)` }),
    )
    .execute();
}

/** The same for the documents of people whose ids a query gives, as the end of a statement that changes something about them. */
export const markChangedPeople = (ids: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  insert into live_outbox (path, kind, subject_id, due_at) select ${livePaths.person('')} || id, 'person', id, ${now} from (${ids}) people
  on conflict (path) do update set version = excluded.version, due_at = least(live_outbox.due_at, excluded.due_at)`;

/** The same for what says that sessions may listen, of the rows (id, user_id) that a query gives; visitors have none. */
export const markChangedSessions = (sessions: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  insert into live_outbox (path, kind, subject_id, due_at)
  select ${livePaths.person('')} || user_id || '/sessions/' || id, 'session', id, ${now} from (${sessions}) ended where user_id is not null
  on conflict (path) do update set version = excluded.version, due_at = least(live_outbox.due_at, excluded.due_at)`;
