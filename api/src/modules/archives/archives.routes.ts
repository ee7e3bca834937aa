import { listUserArchives } from '@manabiba/shared/contract/archives';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { ArchivesService } from './archives.service';

export function archivesRoutes(app: FastifyInstance, archives: ArchivesService) {
  route(app, listUserArchives, ({ params, query, viewer }) => archives.listOfUser(viewer, params.id, query), {
    microCache: true,
  });
}
