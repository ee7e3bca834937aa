import {
  createClassroomMaterial,
  deleteClassroomMaterial,
  listArchiveMaterials,
  listClassroomMaterials,
  presentMaterial,
  stopPresentation,
  updateClassroomMaterial,
} from '@manabiba/shared/contract/classroom-materials';
import { materialFilePath } from '@manabiba/shared/contract/material-files';
import { id } from '@manabiba/shared/contract/primitives';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { route } from '../../../http/route';
import { AppError } from '../../../platform/app-error';
import type { ArchiveMaterialsService } from './archive-materials.service';
import type { MaterialsService } from './materials.service';
import type { PresentationsService } from './presentations.service';

interface Services {
  materials: MaterialsService;
  presentations: PresentationsService;
  ofArchives: ArchiveMaterialsService;
}

export function materialsRoutes(app: FastifyInstance, { materials, presentations, ofArchives }: Services) {
  route(app, listClassroomMaterials, ({ params, query, viewer }) => materials.list(viewer, params.id, query.key));
  route(app, createClassroomMaterial, ({ params, body, viewer }) => materials.create(viewer, params.id, body));
  route(app, updateClassroomMaterial, ({ params, body, viewer }) =>
    materials.rename(viewer, params.id, params.materialId, body.title),
  );
  route(app, deleteClassroomMaterial, ({ params, viewer }) => materials.delete(viewer, params.id, params.materialId));
  route(app, presentMaterial, ({ params, body, viewer }) => presentations.show(viewer, params.id, body));
  route(app, stopPresentation, ({ params, viewer }) => presentations.stop(viewer, params.id));
  route(app, listArchiveMaterials, ({ params, viewer }) => ofArchives.list(viewer, params.id));
  fileRoute(app, materials);
}

const params = z.object({ id });
/** Browsers keep a file, which never changes under its id, and ask for it each time: rights do change. */
const ASKED_EACH_TIME = 'private, no-cache';

/**
 * The files of classes. Not part of the contract because they are bytes, not JSON. Each reading is checked, so that the URL itself opens nothing. A PDF is a download: browsers
 * show none in a sandbox, and pages of ours show it by themselves.
 */
function fileRoute(app: FastifyInstance, materials: MaterialsService) {
  const path = materialFilePath(':id').replace('/v1', '');
  app.get(path, { config: { endpoint: listClassroomMaterials } }, async (request, reply) => {
    const named = z.safeParse(params, request.params);
    if (!named.success) throw new AppError('not_found');
    const { stream, size, mime, title } = await materials.open(request.authentication.viewer, named.data.id);
    const etag = `"${named.data.id}"`;
    if (request.headers['if-none-match'] === etag) {
      stream.destroy();
      return reply.code(304).header('cache-control', ASKED_EACH_TIME).header('etag', etag).send();
    }
    const isPdf = mime === 'application/pdf';
    const name = encodeURIComponent(isPdf && !title.toLowerCase().endsWith('.pdf') ? `${title}.pdf` : title);
    return reply
      .header('cache-control', ASKED_EACH_TIME)
      .header('etag', etag)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `${isPdf ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`)
      .header('content-length', size)
      .type(mime)
      .send(stream);
  });
}
