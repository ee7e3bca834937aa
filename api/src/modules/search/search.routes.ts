import { search } from '@manabiba/shared/contract/search';
import type { FastifyInstance } from 'fastify';

import { callerAddress } from '../../http/caller-address';
import { route } from '../../http/route';
import type { SearchService } from './search.service';

export function searchRoutes(app: FastifyInstance, service: SearchService) {
  route(app, search, ({ query, viewer, request }) => service.search(viewer, query, callerAddress(request.ip)), {
    microCache: true,
  });
}
