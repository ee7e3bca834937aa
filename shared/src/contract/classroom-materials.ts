import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import {
  MAX_MATERIAL_TITLE_LENGTH,
  MAX_MATERIAL_URL_LENGTH,
  MAX_PAGE_TEXT_LENGTH,
  MAX_PRESENTED_PAGES,
} from './limits';
import { count, id, iso, line, text } from './primitives';
import { isWebAddress, NO_WEB_ADDRESS } from './web-address';

const classroomParams = z.object({ id });
const materialParams = z.object({ id, materialId: id });

export const materialKind = z.enum(['pdf', 'image', 'link']);
export type MaterialKind = z.output<typeof materialKind>;

export const material = z.object({
  id,
  kind: materialKind,
  title: z.string(),
  /** Of a file its path on our own origin, which checks who reads it. */
  url: z.string(),
  /** The size of a file in bytes; null for links. */
  size: z.nullable(count),
  addedAt: iso,
});
export type Material = z.output<typeof material>;

const title = line({ min: 1, max: MAX_MATERIAL_TITLE_LENGTH, empty: '名前を入力してください。' });

const url = line({ min: 1, max: MAX_MATERIAL_URL_LENGTH, empty: 'URLを入力してください。' }).check(
  z.refine(isWebAddress, { error: NO_WEB_ADDRESS }),
);

/** A file that was uploaded for the purpose `class_material`, or a link. */
export const materialBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), title, uploadId: id }),
  z.strictObject({ kind: z.literal('link'), title, url }),
]);
export type MaterialBody = z.output<typeof materialBody>;

export const listClassroomMaterials = endpoint({
  name: 'listClassroomMaterials',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/materials',
  summary:
    'Returns the materials of a class, in the order in which they were added, to host and co-hosts, participants, and those with a reservation or ticket; after the class to those who were there or may watch its archive. Everybody else gets their number.',
  access: { session: 'public' },
  params: classroomParams,
  query: z.object({ key: z.optional(z.string().check(z.maxLength(64))) }),
  response: z.object({ items: z.array(material), total: count, canRead: z.boolean() }),
  errors: ['not_found', 'kicked'],
  tags: ['Classroom'],
});

export const createClassroomMaterial = endpoint({
  name: 'createClassroomMaterial',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/materials',
  summary:
    'Adds a file or a link to a class as host or co-host, before, during or after it. At most 10 files and 20 links; more is a conflict.',
  access: { session: 'person' },
  params: classroomParams,
  body: materialBody,
  response: material,
  status: 201,
  errors: ['not_found', 'kicked', 'role_required', 'ended', 'conflict', 'invalid'],
  invalidates: ['Classroom'],
  idempotencyKey: true,
});

export const updateClassroomMaterial = endpoint({
  name: 'updateClassroomMaterial',
  isExtension: true,
  method: 'PATCH',
  path: '/classrooms/{id}/materials/{materialId}',
  summary: 'Renames a material as host or co-host.',
  access: { session: 'person' },
  params: materialParams,
  body: z.strictObject({ title }),
  response: material,
  errors: ['not_found', 'kicked', 'role_required'],
  invalidates: ['Classroom'],
});

export const deleteClassroomMaterial = endpoint({
  name: 'deleteClassroomMaterial',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/materials/{materialId}',
  summary: 'Deletes a material with its file as host or co-host, and takes it off the stage.',
  access: { session: 'person' },
  params: materialParams,
  response: null,
  errors: ['not_found', 'kicked', 'role_required'],
  invalidates: ['Classroom'],
});

const pageNumber = z.int().check(z.minimum(1), z.maximum(MAX_PRESENTED_PAGES));

export const presentMaterial = endpoint({
  name: 'presentMaterial',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/presentation',
  summary:
    'Shows a page of a PDF on the stage to everyone in the live room, as host or co-host. While somebody else presents it is a conflict. Repeating the call changes nothing.',
  access: { session: 'person' },
  params: classroomParams,
  body: z
    .strictObject({
      materialId: id,
      page: pageNumber,
      pageCount: pageNumber,
      /** Whether everybody may turn to later pages for themselves. */
      mayLookAhead: z.boolean(),
      /** The words of the page, for the search in the archive. */
      text: z.optional(
        text({ max: MAX_PAGE_TEXT_LENGTH, tooLong: `ページの文字は${MAX_PAGE_TEXT_LENGTH}文字以内です。` }),
      ),
    })
    .check(z.refine(({ page, pageCount }) => page <= pageCount, { path: ['page'], error: 'そのページはありません。' })),
  response: null,
  errors: ['not_found', 'kicked', 'role_required', 'not_joined', 'ended', 'conflict'],
  maxRetries: 0,
});

export const stopPresentation = endpoint({
  name: 'stopPresentation',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/presentation',
  summary: 'Takes what is presented off the stage, as host or co-host. Repeating the call changes nothing.',
  access: { session: 'person' },
  params: classroomParams,
  response: null,
  errors: ['not_found', 'kicked', 'role_required'],
});

/** A page that was on the stage, at its time in the video. */
export const archivedPage = z.object({
  at: z.number(),
  materialId: id,
  title: z.string(),
  page: count,
  text: z.string(),
});
export type ArchivedPage = z.output<typeof archivedPage>;

export const listArchiveMaterials = endpoint({
  name: 'listArchiveMaterials',
  isExtension: true,
  method: 'GET',
  path: '/archives/{id}/materials',
  summary:
    'Returns the materials of the class that an archive is of, and the pages that were on the stage with their words, to those who may watch it; nothing to everybody else.',
  access: { session: 'public' },
  params: z.object({ id }),
  response: z.object({ items: z.array(material), pages: z.array(archivedPage) }),
  errors: ['not_found'],
  tags: ['Archive', 'Classroom'],
});
