import type { ServedRegistry } from '@manabiba/releases';
import { contract } from '@manabiba/shared/contract/contract';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import type { InitialQuery, InitialRequests } from '@manabiba/shared/navigation/initial-queries';
import { paths } from '@manabiba/shared/navigation/paths';
import type { FastifyInstance } from 'fastify';

import { refuse } from '../refuse';
import type { RegistryForRequest } from '../registry/registry-for-request';
import { findPage, initialQueriesOf } from './known-pages';

/** Pages whose data is prefetched by a link to them. Source: the product's specification, "Prefetch on hover". */
const prefetchedPages = [paths.top, paths.user, paths.notifications];

/** Lists for the browser the initial queries of the pages that links prefetch, as the live releases declare them. */
export function serveInitialQueries(app: FastifyInstance, { registryFor }: { registryFor: RegistryForRequest }): void {
  app.get('/initial-queries.json', async (request, reply) => {
    const { known } = await registryFor(request, reply);
    if (!known) return refuse(reply, 'unavailable');
    return reply.header('cache-control', 'no-store').send(requestsOfPages(known));
  });
}

function requestsOfPages(registry: ServedRegistry): InitialRequests {
  const pages = prefetchedPages.flatMap(({ pattern }) => {
    const page = findPage(pattern, registry, { isDevelopment: false });
    return page ? [[pattern, initialQueriesOf(page, registry).flatMap(withEndpoint)] as const] : [];
  });
  return { pages: Object.fromEntries(pages) };
}

/** A query with the path and the tags of its endpoint, so that the browser needs no table of all endpoints. */
function withEndpoint(query: InitialQuery) {
  const endpoint = getEndpoint(query.call);
  return endpoint ? [{ ...query, path: endpoint.path, tags: endpoint.tags ?? [] }] : [];
}

/** Returns the contract endpoint that an initial query names; undefined unless it is a GET. */
export function getEndpoint(name: string): EndpointDefinition | undefined {
  const endpoint: EndpointDefinition | undefined = Object.hasOwn(contract, name)
    ? contract[name as keyof typeof contract]
    : undefined;
  return endpoint?.method === 'GET' ? endpoint : undefined;
}
