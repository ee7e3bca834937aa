import { paths } from '@manabiba/shared/navigation/paths';
import type { FastifyInstance } from 'fastify';

/** Images that search results show are under /v1. */
const ALLOWED = ['/v1/classrooms/*/pictures/', '/v1/archive_media/*/poster.jpg', '/v1/images/'];
const DISALLOWED = ['/v1/', '/api/', '/deploy/', '/beacon/', '/override/'];

/**
 * Serves /robots.txt: what needs a person is not for search engines. Pages that say noindex themselves are not listed,
 * because a page that may not be read cannot say so.
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
