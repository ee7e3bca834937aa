import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import type { NewCause } from './declare-kind';

/** What the causes of notifications are told from. */
export const notificationFacts = {
  classroom: (trx: Trx, id: string) =>
    trx
      .selectFrom('classrooms')
      .select(['id', 'name', 'host_id', 'state', 'private_mode', 'start_at', 'end_at', 'event_id'])
      .where('id', '=', id)
      .executeTakeFirst(),

  event: (trx: Trx, id: string) =>
    trx
      .selectFrom('events')
      .select(['id', 'title', 'state', 'start_at', 'end_at', 'organizer_id'])
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Returns the events that start after `from`, up to and including `to`. */
  startingBetween: (trx: Trx, from: Date, to: Date) =>
    trx
      .selectFrom('events')
      .select(['id', 'title', 'start_at', 'organizer_id'])
      .where('state', 'in', ['published', 'open', 'live'])
      .where('start_at', '>', from)
      .where('start_at', '<=', to)
      .execute(),

  /** Returns the archives published after `from`, up to and including `to`. Those of the demo were never news. */
  publishedBetween: (trx: Trx, from: Date, to: Date) =>
    trx
      .selectFrom('archives as a')
      .innerJoin('users as host', 'host.id', 'a.host_id')
      .select(['a.id', 'a.title', 'a.source', 'a.source_id', 'a.host_id', 'a.published_at'])
      .where('a.state', '=', 'ready')
      .where('a.published_at', '>', from)
      .where('a.published_at', '<=', to)
      .where(sql<boolean>`not host.is_demo`)
      .execute(),
};

/** Returns the cause of telling people about a classroom of its host, and its end; null when it is gone. */
export async function classroomCause(trx: Trx, classroomId: string): Promise<{ cause: NewCause; endAt: Date } | null> {
  const classroom = await notificationFacts.classroom(trx, classroomId);
  if (!classroom) return null;
  const cause = {
    key: classroomId,
    title: classroom.name,
    url: `/classrooms/${classroomId}`,
    actorId: classroom.host_id,
    subjects: { classroom: classroomId },
  };
  return { cause, endAt: classroom.end_at };
}
