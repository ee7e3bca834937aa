import type { BoardElement } from '@manabiba/shared/contract/board-elements';
import type { BoardAccess } from '@manabiba/shared/contract/classroom-board';
import type { Generated, JSONColumnType } from 'kysely';

import type { ReportColumns, Time } from './column-types';

export interface ClassroomBoardsTable {
  classroom_id: string;
  is_open: boolean;
  access: BoardAccess;
  epoch: Generated<number>;
  created_at: Time;
  updated_at: Time;
}

interface ClassroomBoardDrawersTable {
  classroom_id: string;
  user_id: string;
}

export interface ClassroomBoardElementsTable {
  classroom_id: string;
  id: string;
  epoch: number;
  version: number;
  version_nonce: number;
  position: string | null;
  /** Null when it was erased. */
  element: JSONColumnType<BoardElement | null>;
  length: number;
  user_id: string | null;
  updated_at: Time;
}

interface BoardReportsTable extends ReportColumns {
  classroom_id: string;
}

/** Tables of the boards of classes. */
export interface ClassroomBoardsTables {
  classroom_boards: ClassroomBoardsTable;
  classroom_board_drawers: ClassroomBoardDrawersTable;
  classroom_board_elements: ClassroomBoardElementsTable;
  board_reports: BoardReportsTable;
}
