import { getHostFigures, listArchiveFigures, listClassFigures } from '@manabiba/shared/contract/host-figures';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { HostFiguresService } from './host-figures.service';

export function hostFiguresRoutes(app: FastifyInstance, figures: HostFiguresService) {
  route(app, getHostFigures, ({ query, viewer }) => figures.totals(viewer, query));
  route(app, listClassFigures, ({ query, viewer }) => figures.classes(viewer, query));
  route(app, listArchiveFigures, ({ query, viewer }) => figures.archives(viewer, query));
}
