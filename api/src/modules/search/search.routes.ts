import { search } from '@manabiba/shared/contract/search';
import { getSitemap, listSitemapPages } from '@manabiba/shared/contract/sitemap';
import type { FastifyInstance } from 'fastify';

import { callerAddress } from '../../http/caller-address';
import { route } from '../../http/route';
import type { SearchService } from './search.service';

export function searchRoutes(app: FastifyInstance, service: SearchService) {
  route(app, search, ({ query, viewer, request }) => service.search(viewer, query, callerAddress(request.ip)), {
    microCache: true,
  });
  route(app, getSitemap, async () => ({ sizes: await service.countPublic() }), { microCache: true });
  route(
    app,
    listSitemapPages,
    async ({ params, query }) => ({ ids: await service.listPublic(params.kind, query.file) }),
    { microCache: true },
  );
}
