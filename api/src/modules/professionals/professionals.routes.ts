import { listProfessionals } from '@manabiba/shared/contract/professionals';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { ProfessionalsService } from './professionals.service';

export function professionalsRoutes(app: FastifyInstance, professionals: ProfessionalsService) {
  route(app, listProfessionals, ({ query, viewer }) => professionals.list(viewer, query), { microCache: true });
}
