import { livePaths } from '@manabiba/shared/contract/room-documents';
import { type RawBuilder, sql } from 'kysely';

import type { ChangedDocument } from '../realtime/live-outbox';

/** The live document of a user, which counts unseen notifications, for `markChanged`. */
export const changedPerson = (userId: string): ChangedDocument => ({
  kind: 'person',
  path: livePaths.person(userId),
  classroomId: null,
  subjectId: userId,
});

/** The same as SQL for `markChangedBy`, for the users (id) that a query returns. */
export const changedPeople = (people: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${livePaths.person('')} || id as path, 'person' as kind, id as subject_id from (${people}) people`;
