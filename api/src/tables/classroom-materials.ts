import type { MaterialKind } from '@manabiba/shared/contract/classroom-materials';

import type { Time } from './column-types';

export interface ClassroomMaterialsTable {
  id: string;
  classroom_id: string;
  user_id: string | null;
  kind: MaterialKind;
  title: string;
  /** Of a file. */
  upload_id: string | null;
  /** Of a link. */
  url: string | null;
  created_at: Time;
  updated_at: Time;
}

export interface ClassroomPresentationsTable {
  classroom_id: string;
  material_id: string;
  /** Who turns the pages. */
  user_id: string;
  page: number;
  page_count: number;
  may_look_ahead: boolean;
  updated_at: Time;
}

export interface PresentedPagesTable {
  id: string;
  classroom_id: string;
  material_id: string;
  page: number;
  body: string;
  shown_at: Time;
}

/** Tables of the materials of classes, and of their pages on the stage. */
export interface ClassroomMaterialsTables {
  classroom_materials: ClassroomMaterialsTable;
  classroom_presentations: ClassroomPresentationsTable;
  presented_pages: PresentedPagesTable;
}
