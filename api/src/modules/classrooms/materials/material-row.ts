import type { Material } from '@manabiba/shared/contract/classroom-materials';
import { materialFilePath } from '@manabiba/shared/contract/material-files';
import type { Selectable } from 'kysely';

import type { ClassroomMaterialsTable } from '../../../tables/classroom-materials';

/** A material with the size of its file. */
export type MaterialRow = Pick<Selectable<ClassroomMaterialsTable>, 'id' | 'kind' | 'title' | 'url' | 'created_at'> & {
  size: number | null;
};

export const toMaterial = ({ id, kind, title, url, size, created_at: addedAt }: MaterialRow): Material => ({
  id,
  kind,
  title,
  url: url ?? materialFilePath(id),
  size,
  addedAt: addedAt.toISOString(),
});
