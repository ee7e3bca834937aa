import type { FastifyInstance } from 'fastify';

/**
 * Accepts JSON bodies only. An empty body counts as none, because some clients set a content type without sending
 * anything; keys that would reach a prototype are rejected.
 */
export function takeJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
}
