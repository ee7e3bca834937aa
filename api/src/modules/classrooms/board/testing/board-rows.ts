import type { BoardElement } from '@manabiba/shared/contract/board-elements';
import type { Insertable } from 'kysely';

import type { Db } from '../../../../platform/database/db';
import type { ClassroomBoardsTable } from '../../../../tables/classroom-boards';

/** An element as a browser sends it; a rectangle unless `given` says otherwise. */
export const aBoardElement = (id: string, given: object = {}): BoardElement =>
  ({
    id,
    type: 'rectangle',
    version: 1,
    versionNonce: 100,
    x: 10,
    y: 20,
    width: 200,
    height: 100,
    angle: 0,
    strokeColor: '#1e1e1e',
    backgroundColor: 'transparent',
    fillStyle: 'solid',
    strokeWidth: 2,
    strokeStyle: 'solid',
    roughness: 1,
    roundness: null,
    opacity: 100,
    seed: 7,
    index: `a${id}`,
    isDeleted: false,
    groupIds: [],
    boundElements: null,
    locked: false,
    ...given,
  }) as BoardElement;

/** The fields of a text besides those of every element. */
export const aBoardText = (text: string) => ({
  type: 'text',
  text,
  originalText: text,
  fontSize: 20,
  textAlign: 'left',
  verticalAlign: 'top',
  containerId: null,
  autoResize: true,
  lineHeight: 1.25,
});

/** Inserts an open board on which everyone draws. */
export async function insertBoard(
  db: Db,
  given: Partial<Insertable<ClassroomBoardsTable>> & { classroom_id: string },
): Promise<void> {
  const now = new Date();
  const row = { is_open: true, access: 'everyone' as const, created_at: now, updated_at: now, ...given };
  await db.insertInto('classroom_boards').values(row).execute();
}
