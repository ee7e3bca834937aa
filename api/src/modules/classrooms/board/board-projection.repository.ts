import type { BoardChange } from '@manabiba/shared/contract/board-elements';
import { livePaths, type RoomBoardDoc, type RoomBoardElementDoc } from '@manabiba/shared/contract/room-documents';
import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import type { ChangedRow, LiveProjection } from '../../realtime/live-projection';
import type { LiveWrite } from '../../realtime/live-store';
import { hasLiveDocuments } from '../live-documents/room-documents';
import { boardColumns } from './board.repository';

/** Projects the boards of rooms, and each element on them. */
export const boardProjection: LiveProjection = {
  kinds: ['board', 'board_element'],

  async project(trx, rows, now) {
    const [boards, elements] = await Promise.all([
      projectBoards(
        trx,
        rows.filter(({ kind }) => kind === 'board'),
        now,
      ),
      projectElements(
        trx,
        rows.filter(({ kind }) => kind === 'board_element'),
      ),
    ]);
    return { writes: [...boards, ...elements] };
  },
};

async function projectBoards(trx: Trx, rows: readonly ChangedRow[], now: Date): Promise<LiveWrite[]> {
  if (rows.length === 0) return [];
  const found = await trx
    .selectFrom('classroom_boards as b')
    .innerJoin('classrooms as c', 'c.id', 'b.classroom_id')
    .select(boardColumns)
    .select(['c.id', 'c.state', 'c.forgotten_at'])
    .where(
      'c.id',
      'in',
      rows.map((row) => row.subject_id),
    )
    .execute();
  const documents = new Map(
    found
      .filter(hasLiveDocuments)
      .map((board): [string, RoomBoardDoc] => [
        board.id,
        {
          id: board.id,
          isOpen: board.isOpen,
          access: board.access,
          drawerIds: board.drawerIds,
          epoch: board.epoch,
          canRestore: board.canRestore,
          updatedAt: now.toISOString(),
        },
      ]),
  );
  return rows.map(({ path, subject_id: id }) => ({ path, data: documents.get(id) ?? null }));
}

async function projectElements(trx: Trx, rows: readonly ChangedRow[]): Promise<LiveWrite[]> {
  if (rows.length === 0) return [];
  const found = await trx
    .selectFrom('classroom_board_elements as e')
    .innerJoin('classroom_boards as b', (join) =>
      join.onRef('b.classroom_id', '=', 'e.classroom_id').onRef('b.epoch', '=', 'e.epoch'),
    )
    .innerJoin('classrooms as c', 'c.id', 'e.classroom_id')
    .select([
      'e.classroom_id',
      'e.id',
      'e.epoch',
      'e.version',
      'e.version_nonce',
      'e.element',
      'c.state',
      'c.forgotten_at',
    ])
    .where(
      sql<boolean>`(e.classroom_id, e.id) in (select * from unnest(${rows.map((row) => row.classroom_id)}::text[], ${rows.map((row) => row.subject_id)}::text[]))`,
    )
    .execute();
  const documents = new Map(
    found.filter(hasLiveDocuments).map((row): [string, RoomBoardElementDoc] => {
      const { id, version, version_nonce: versionNonce } = row;
      const change: BoardChange = row.element ?? { id, version, versionNonce, isDeleted: true };
      return [
        `${livePaths.roomBoardElements(row.classroom_id)}/${id}`,
        { id, epoch: row.epoch, json: JSON.stringify(change) },
      ];
    }),
  );
  return rows.map(({ path }) => ({ path, data: documents.get(path) ?? null }));
}
