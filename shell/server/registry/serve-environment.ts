import { type ReleaseKey, environmentCookie, readEnvironmentGrant } from '@manabiba/releases';
import type { FastifyInstance } from 'fastify';

import { isOpenedByHand, pathWithin } from '../policy/direct-link';
import { isOurs } from '../policy/origin-check';
import { refuse } from '../refuse';

/** The browser side of environments: opening the link to one, and leaving it. */
export function serveEnvironment(
  app: FastifyInstance,
  { key, publicUrl }: { key: ReleaseKey; publicUrl: string },
): void {
  app.get<{ Querystring: { grant?: string; to?: string } }>('/environment', async (request, reply) => {
    if (!isOpenedByHand(request)) return refuse(reply, 'bad_origin');
    const { grant, to } = request.query;
    const environment = typeof grant === 'string' ? readEnvironmentGrant(grant, key) : null;
    if (!environment) return refuse(reply, 'link_expired');
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .header('set-cookie', environmentCookie(environment, key, app.cookieAttributes))
      .redirect(pathWithin(to), 303);
  });
  app.delete('/environment', async (request, reply) => {
    if (!isOurs(request, publicUrl)) return refuse(reply, 'bad_origin');
    return reply
      .code(204)
      .header('cache-control', 'no-store')
      .header('set-cookie', environmentCookie(null, key, app.cookieAttributes))
      .send();
  });
}
