import type { FastifyInstance } from 'fastify';

/**
 * Bodies are JSON and nothing else. An empty one counts as none, because some clients name a content type before they
 * know that there is nothing to send; keys that would reach a prototype are refused.
 */
export function takeJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
}
