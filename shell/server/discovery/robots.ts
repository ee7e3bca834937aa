import { sharePictureKinds } from '@manabiba/shared/contract/share-picture';
import { paths } from '@manabiba/shared/navigation/paths';
import type { FastifyInstance } from 'fastify';

/** Images that search results show are under /v1. */
const ALLOWED = [
  ...sharePictureKinds.map((kind) => `/v1/${kind}/*/pictures/`),
  '/v1/archive_media/*/poster.jpg',
  '/v1/images/',
];
const DISALLOWED = ['/v1/', '/api/', '/deploy/', '/beacon/', '/override/'];

/**
 * Serves /robots.txt: pages that need a session are not for search engines. Pages with noindex are not listed,
 * because crawlers must be able to read it.
 */
export function serveRobots(app: FastifyInstance, publicUrl: string): void {
  const personal = Object.values(paths)
    .filter(({ access }) => access !== 'anyone')
    .map(({ pattern }) => pattern.replace(/\{\w+\}/g, '*'));
  const text = [
    'User-agent: *',
    ...ALLOWED.map((path) => `Allow: ${path}`),
    ...[...DISALLOWED, ...personal].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`,
    '',
  ].join('\n');
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(text));
}
