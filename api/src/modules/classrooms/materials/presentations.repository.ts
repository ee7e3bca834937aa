import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';

/** An upper bound for one class: a page every five seconds. Further pages are shown but not kept. */
const MAX_KEPT_PAGES = 600;

interface PresentedPage {
  classroomId: string;
  materialId: string;
  userId: string;
  page: number;
  pageCount: number;
  mayLookAhead: boolean;
  text: string;
}

export type PresentationsRepository = ReturnType<typeof createPresentationsRepository>;

/** Repository of what is presented on stages, and was. The room is locked by the caller of every change. */
export function createPresentationsRepository(db: Db) {
  return {
    find: (trx: Trx, classroomId: string) =>
      trx
        .selectFrom('classroom_presentations')
        .select(['material_id', 'user_id', 'page', 'page_count', 'may_look_ahead'])
        .where('classroom_id', '=', classroomId)
        .executeTakeFirst(),

    /** Puts a page on the stage. */
    async show(trx: Trx, shown: PresentedPage, now: Date): Promise<void> {
      const set = {
        material_id: shown.materialId,
        user_id: shown.userId,
        page: shown.page,
        page_count: shown.pageCount,
        may_look_ahead: shown.mayLookAhead,
        updated_at: now,
      };
      await trx
        .insertInto('classroom_presentations')
        .values({ classroom_id: shown.classroomId, ...set })
        .onConflict((conflict) => conflict.column('classroom_id').doUpdateSet(set))
        .execute();
      await markChanged(trx, [changed.room(shown.classroomId)], now);
    },

    /** Keeps when a page came to the stage. */
    async keepPage(trx: Trx, { classroomId, materialId, page, text }: PresentedPage, now: Date): Promise<void> {
      await sql`insert into presented_pages (id, classroom_id, material_id, page, body, shown_at)
        select ${newId('pag')}, ${classroomId}, ${materialId}, ${page}::int, ${text}, ${now}::timestamptz
        where (select count(*) from presented_pages where classroom_id = ${classroomId}) < ${MAX_KEPT_PAGES}`.execute(
        trx,
      );
    },

    async stop(trx: Trx, classroomId: string, now: Date): Promise<void> {
      const { numDeletedRows } = await trx
        .deleteFrom('classroom_presentations')
        .where('classroom_id', '=', classroomId)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await markChanged(trx, [changed.room(classroomId)], now);
    },

    /** Returns the pages of a class with the seconds that were recorded before each came to the stage. */
    async listRecorded(classroomId: string) {
      const { rows } = await sql<{ material_id: string; title: string; page: number; body: string; seconds: number }>`
        select p.material_id, m.title, p.page, p.body,
          coalesce((select sum(extract(epoch from least(s.ended_at, p.shown_at) - s.started_at)) from recording_spans s
            where s.classroom_id = p.classroom_id and s.started_at <= p.shown_at and s.ended_at is not null), 0)::float as seconds
        from presented_pages p join classroom_materials m on m.id = p.material_id
        where p.classroom_id = ${classroomId} order by p.shown_at, p.id`.execute(db);
      return rows;
    },
  };
}
