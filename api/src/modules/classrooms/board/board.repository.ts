import type { BoardChange, BoardElement } from '@manabiba/shared/contract/board-elements';
import type { BoardAccess, ClassroomBoard } from '@manabiba/shared/contract/classroom-board';
import { type RawBuilder, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { ReportColumns } from '../../../tables/column-types';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';

/** The columns of a board as everybody sees it, of the board that the query names `b`. */
export const boardColumns = [
  'b.is_open as isOpen',
  'b.access',
  'b.epoch',
  sql<
    string[]
  >`array(select d.user_id from classroom_board_drawers d where d.classroom_id = b.classroom_id order by d.user_id)`.as(
    'drawerIds',
  ),
  sql<boolean>`exists (select from classroom_board_elements e where e.classroom_id = b.classroom_id and e.epoch = b.epoch - 1 and e.element is not null)`.as(
    'canRestore',
  ),
] as const;

/** An element with who changed it last. */
export interface DrawnElement {
  element: BoardElement;
  user_id: string | null;
  updated_at: Date;
}

interface Settings {
  isOpen: boolean;
  access: BoardAccess;
  drawerIds: readonly string[];
}

export type BoardRepository = ReturnType<typeof createBoardRepository>;

/** Repository of the boards of classes. Every change to a live document marks it in the same transaction. */
export function createBoardRepository(db: Db) {
  const select = (on: Db | Trx, classroomId: string) =>
    on.selectFrom('classroom_boards as b').select(boardColumns).where('b.classroom_id', '=', classroomId);

  /** Marks the elements of some epochs, whose documents appear or go. */
  async function markElements(trx: Trx, classroomId: string, condition: RawBuilder<boolean>, now: Date) {
    const rows = await trx
      .selectFrom('classroom_board_elements')
      .select('id')
      .where('classroom_id', '=', classroomId)
      .where(condition)
      .execute();
    await markChanged(
      trx,
      [changed.board(classroomId), ...rows.map(({ id }) => changed.boardElement(classroomId, id))],
      now,
    );
  }

  return {
    find: (classroomId: string): Promise<ClassroomBoard | undefined> => select(db, classroomId).executeTakeFirst(),

    /** The same, kept as it is until the transaction ends. */
    findForDrawing: (trx: Trx, classroomId: string): Promise<ClassroomBoard | undefined> =>
      select(trx, classroomId).forShare().executeTakeFirst(),

    /** The same, locked against drawing. */
    findForChange: (trx: Trx, classroomId: string): Promise<ClassroomBoard | undefined> =>
      select(trx, classroomId).forUpdate().executeTakeFirst(),

    /** Opens, closes or changes a board. Of the named people those who have been in the room become drawers. */
    async update(trx: Trx, classroomId: string, { isOpen, access, drawerIds }: Settings, now: Date): Promise<void> {
      await trx
        .insertInto('classroom_boards')
        .values({ classroom_id: classroomId, is_open: isOpen, access, created_at: now, updated_at: now })
        .onConflict((conflict) =>
          conflict.column('classroom_id').doUpdateSet({ is_open: isOpen, access, updated_at: now }),
        )
        .execute();
      await trx.deleteFrom('classroom_board_drawers').where('classroom_id', '=', classroomId).execute();
      await sql`insert into classroom_board_drawers (classroom_id, user_id)
        select p.classroom_id, u.id from classroom_users p join users u on u.id = p.user_id
        where p.classroom_id = ${classroomId} and p.joined_at is not null and u.id = any(${[...drawerIds]}::text[])`.execute(
        trx,
      );
      await markChanged(trx, [changed.board(classroomId)], now);
    },

    /** Everything on the board, in the order of drawing. */
    async list(classroomId: string): Promise<DrawnElement[]> {
      const rows = await db
        .selectFrom('classroom_board_elements as e')
        .innerJoin('classroom_boards as b', 'b.classroom_id', 'e.classroom_id')
        .select(['e.element', 'e.user_id', 'e.updated_at'])
        .where('e.classroom_id', '=', classroomId)
        .whereRef('e.epoch', '=', 'b.epoch')
        .orderBy('e.position')
        .orderBy('e.id')
        .execute();
      return rows.flatMap(({ element, ...rest }) => (element === null ? [] : [{ element, ...rest }]));
    },

    /** How many elements are on a board, and their length as JSON. */
    async sizeOf(
      trx: Trx,
      classroomId: string,
      epoch: number,
    ): Promise<{ elements: number; length: number; erased: number }> {
      const { rows } = await sql<{ elements: number; length: number; erased: number }>`
        select count(element)::int as elements, coalesce(sum(length), 0)::int as length,
          (count(*) - count(element))::int as erased
        from classroom_board_elements where classroom_id = ${classroomId} and epoch = ${epoch}`.execute(trx);
      return rows[0] ?? { elements: 0, length: 0, erased: 0 };
    },

    /**
     * Draws, changes and erases. Of two changes of an element the one with the higher version wins, of two with the same
     * version the one with the lower nonce, as in browsers.
     */
    async draw(
      trx: Trx,
      { classroomId, epoch, userId }: { classroomId: string; epoch: number; userId: string },
      changes: readonly BoardChange[],
      now: Date,
    ): Promise<void> {
      const rows = changes
        .map((change) => ({
          id: change.id,
          version: change.version,
          version_nonce: change.versionNonce,
          position: change.isDeleted ? null : change.index,
          element: change.isDeleted ? null : change,
          length: change.isDeleted ? 0 : JSON.stringify(change).length,
        }))
        // In one order, so that two transactions do not deadlock.
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      const { rows: drawn } = await sql<{ id: string }>`
        insert into classroom_board_elements as kept (classroom_id, id, epoch, version, version_nonce, position, element, length, user_id, updated_at)
        select ${classroomId}, n.id, ${epoch}::int, n.version, n.version_nonce, n.position, nullif(n.element, 'null'), n.length, ${userId}, ${now}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id text, version int, version_nonce int, position text, element jsonb, length int)
        on conflict (classroom_id, id) do update set epoch = excluded.epoch, version = excluded.version,
          version_nonce = excluded.version_nonce, position = coalesce(excluded.position, kept.position), element = excluded.element,
          length = excluded.length, user_id = excluded.user_id, updated_at = excluded.updated_at
        where kept.epoch < excluded.epoch or (excluded.version, -excluded.version_nonce) > (kept.version, -kept.version_nonce)
        returning id`.execute(trx);
      await markChanged(
        trx,
        drawn.map(({ id }) => changed.boardElement(classroomId, id)),
        now,
      );
    },

    /** Forgets the erased elements that were erased longest ago. */
    async forgetErased(trx: Trx, classroomId: string, count: number, now: Date): Promise<void> {
      const { rows } = await sql<{ id: string }>`
        delete from classroom_board_elements where classroom_id = ${classroomId} and id in (
          select id from classroom_board_elements where classroom_id = ${classroomId} and element is null
          order by updated_at limit ${count} for update skip locked)
        returning id`.execute(trx);
      await markChanged(
        trx,
        rows.map(({ id }) => changed.boardElement(classroomId, id)),
        now,
      );
    },

    /** Begins an empty board. What was erased by the clearing before is gone. */
    async clear(trx: Trx, classroomId: string, epoch: number, now: Date): Promise<void> {
      await markElements(trx, classroomId, sql<boolean>`epoch = ${epoch}`, now);
      await trx
        .deleteFrom('classroom_board_elements')
        .where('classroom_id', '=', classroomId)
        .where(sql<boolean>`(epoch < ${epoch} or element is null)`)
        .execute();
      await trx
        .updateTable('classroom_boards')
        .set({ epoch: epoch + 1, updated_at: now })
        .where('classroom_id', '=', classroomId)
        .execute();
    },

    /** Brings back what the last clearing erased. */
    async restore(trx: Trx, classroomId: string, epoch: number, now: Date): Promise<void> {
      await trx
        .updateTable('classroom_board_elements')
        .set({ epoch })
        .where('classroom_id', '=', classroomId)
        .where('epoch', '=', epoch - 1)
        .execute();
      await markElements(trx, classroomId, sql<boolean>`epoch = ${epoch}`, now);
    },

    /** Erases everything that was ever drawn. */
    async wipe(trx: Trx, classroomId: string, now: Date): Promise<void> {
      await markElements(trx, classroomId, sql<boolean>`true`, now);
      await trx.deleteFrom('classroom_board_elements').where('classroom_id', '=', classroomId).execute();
      await trx
        .updateTable('classroom_boards')
        .set(({ eb }) => ({ epoch: eb('epoch', '+', 1), updated_at: now }))
        .where('classroom_id', '=', classroomId)
        .execute();
    },

    async hasReported(classroomId: string, reporterId: string): Promise<boolean> {
      const found = await db
        .selectFrom('board_reports')
        .select('id')
        .where('classroom_id', '=', classroomId)
        .where('reporter_id', '=', reporterId)
        .where('state', '=', 'open')
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Files a report; returns false when this user has an open report of this board. */
    async report({ id, classroomId, reporterId, reason, detail, evidence, now }: NewBoardReport): Promise<boolean> {
      const filed = await db
        .insertInto('board_reports')
        .values({
          id,
          classroom_id: classroomId,
          reporter_id: reporterId,
          reason,
          detail,
          evidence: JSON.stringify(evidence),
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return filed !== undefined;
    },
  };
}

interface NewBoardReport extends Pick<ReportColumns, 'id' | 'reason' | 'detail'> {
  classroomId: string;
  reporterId: string;
  evidence: object;
  now: Date;
}

/** Marks the documents of the board of a room, which appear with it and go with it. */
export async function markBoard(trx: Trx, classroomId: string, now: Date): Promise<void> {
  const rows = await trx
    .selectFrom('classroom_board_elements as e')
    .innerJoin('classroom_boards as b', (join) =>
      join.onRef('b.classroom_id', '=', 'e.classroom_id').onRef('b.epoch', '=', 'e.epoch'),
    )
    .select('e.id')
    .where('e.classroom_id', '=', classroomId)
    .execute();
  await markChanged(
    trx,
    [changed.board(classroomId), ...rows.map(({ id }) => changed.boardElement(classroomId, id))],
    now,
  );
}
