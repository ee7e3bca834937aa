import { MAX_CHAPTER_TITLE_LENGTH } from '@manabiba/shared/contract/limits';
import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';

interface NewPin {
  classroomId: string;
  kind: 'question' | 'comment';
  subjectId: string;
  pinnedBy: string;
  now: Date;
}

/** What is pinned to stages: SQL only. At most one thing a room; the room is locked by the caller. */
export const pinsRepository = {
  /** Returns whether a question or comment of this classroom can be shown. */
  async exists(trx: Trx, { classroomId, kind, subjectId }: Pick<NewPin, 'classroomId' | 'kind' | 'subjectId'>) {
    const found =
      kind === 'question'
        ? await trx
            .selectFrom('classroom_questions')
            .select('id')
            .where('classroom_id', '=', classroomId)
            .where('id', '=', subjectId)
            .where('state', 'in', ['open', 'answered'])
            .executeTakeFirst()
        : await trx
            .selectFrom('classroom_comments')
            .select('id')
            .where('classroom_id', '=', classroomId)
            .where('id', '=', subjectId)
            .where('deleted_at', 'is', null)
            .executeTakeFirst();
    return found !== undefined;
  },

  /** Pins one thing instead of the last one. What is pinned already stays, with its time. */
  async pin(trx: Trx, { classroomId, kind, subjectId, pinnedBy, now }: NewPin): Promise<void> {
    const column = `${kind}_id` as const;
    const current = await trx
      .selectFrom('classroom_pins')
      .select(['question_id', 'comment_id'])
      .where('classroom_id', '=', classroomId)
      .where('unpinned_at', 'is', null)
      .executeTakeFirst();
    if (current?.[column] === subjectId) return;
    await pinsRepository.unpin(trx, classroomId, now);
    await trx
      .insertInto('classroom_pins')
      .values({ id: newId('pin'), classroom_id: classroomId, [column]: subjectId, pinned_by: pinnedBy, pinned_at: now })
      .execute();
    await markChanged(trx, [changed.room(classroomId)], now);
  },

  /** Takes down what is pinned; given an id, only when it is that question or comment. */
  async unpin(trx: Trx, classroomId: string, now: Date, subjectId?: string): Promise<void> {
    const taken = await trx
      .updateTable('classroom_pins')
      .set({ unpinned_at: now })
      .where('classroom_id', '=', classroomId)
      .where('unpinned_at', 'is', null)
      .$if(subjectId !== undefined, (query) =>
        query.where((eb) => eb.or([eb('question_id', '=', subjectId ?? ''), eb('comment_id', '=', subjectId ?? '')])),
      )
      .returning('id')
      .executeTakeFirst();
    if (taken) await markChanged(trx, [changed.room(classroomId)], now);
  },

  /**
   * Removes the words of a question or comment that is gone from the chapters that it has suggested; the first one stays
   * without them.
   */
  async dropChapters(trx: Trx, classroomId: string, subjectId: string): Promise<void> {
    await sql`with titles as (
        select left(split_part(words, chr(10), 1), ${MAX_CHAPTER_TITLE_LENGTH}::int) as title
        from classroom_pins p
        left join classroom_questions q on q.id = p.question_id
        left join classroom_comments c on c.id = p.comment_id
        cross join lateral unnest(array[q.body, c.body, c.first_body]) words
        where p.classroom_id = ${classroomId} and (p.question_id = ${subjectId} or p.comment_id = ${subjectId}) and words <> '')
      update archives a set chapters = (
        select coalesce(jsonb_agg(case when title in (select title from titles) then chapter || '{"title": "はじめ"}' else chapter end order by position), '[]')
        from (select chapter, chapter ->> 'title' as title, position from jsonb_array_elements(a.chapters) with ordinality as t (chapter, position)) given
        where title not in (select title from titles) or (chapter ->> 'at')::numeric = 0)
      from classrooms room
      where room.id = ${classroomId} and a.source_id in (room.id, room.event_id)
        and exists (select from jsonb_array_elements(a.chapters) named where named ->> 'title' in (select title from titles))`.execute(
      trx,
    );
  },

  /** Marks the room's document when the words of this comment are on its stage. */
  async markWords(trx: Trx, classroomId: string, commentId: string, now: Date): Promise<void> {
    const found = await trx
      .selectFrom('classroom_pins')
      .select('id')
      .where('comment_id', '=', commentId)
      .where('unpinned_at', 'is', null)
      .executeTakeFirst();
    if (found) await markChanged(trx, [changed.room(classroomId)], now);
  },
};
