import type { PresentationDoc } from '@manabiba/shared/contract/room-documents';
import { type RawBuilder, sql } from 'kysely';

/** Selects what is presented on the stage of a classroom; null when nothing is. */
export const presentationOf = (classroomId: RawBuilder<unknown>): RawBuilder<PresentationDoc | null> =>
  sql<PresentationDoc | null>`(
  select jsonb_build_object(
    'materialId', shown.material_id,
    'title', m.title,
    'presenterId', shown.user_id,
    'page', shown.page,
    'pageCount', shown.page_count,
    'mayLookAhead', shown.may_look_ahead)
  from classroom_presentations shown join classroom_materials m on m.id = shown.material_id
  where shown.classroom_id = ${classroomId})`;

/** Counts the materials of a classroom. */
export const materialCountOf = (classroomId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from classroom_materials m where m.classroom_id = ${classroomId})`;
