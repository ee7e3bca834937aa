import { clearOverrides, overrideCookie, readOverrideGrant, type ReleaseKey, setOverride } from '@manabiba/releases';
import type { FastifyInstance } from 'fastify';

import { isOpenedByHand, pathWithin } from '../policy/direct-link';
import { isOurs } from '../policy/origin-check';
import { refuse } from '../refuse';

/**
 * The browser side of overrides: opening the link and leaving the override. Links of replays always work, those of
 * developers where the operator allows them.
 */
export function serveOverride(
  app: FastifyInstance,
  { key, publicUrl, takesDevelopers }: { key: ReleaseKey; publicUrl: string; takesDevelopers: boolean },
): void {
  const used = new Set<string>();
  app.get<{ Querystring: { grant?: string | string[]; to?: string } }>('/override', async (request, reply) => {
    if (!isOpenedByHand(request)) return refuse(reply, 'bad_origin');
    const grants = [request.query.grant ?? []].flat();
    const granted = grants
      .flatMap((grant) => (used.has(grant) ? [] : (readOverrideGrant(grant, key) ?? [])))
      .filter(({ by }) => takesDevelopers || by === 'replay');
    if (grants.length === 0 || granted.length !== grants.length) return refuse(reply, 'link_expired');
    for (const grant of grants) used.add(grant);
    request.log.warn({ granted }, 'an override begins');
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header(
        'set-cookie',
        granted.map((override) => setOverride(overrideCookie(override, key), app.cookieAttributes)),
      )
      .redirect(pathWithin(request.query.to), 303);
  });
  app.delete<{ Querystring: { remote?: string } }>('/override', async (request, reply) => {
    if (!isOurs(request, publicUrl)) return refuse(reply, 'bad_origin');
    return reply
      .code(204)
      .header('cache-control', 'no-store')
      .header('set-cookie', clearOverrides(request.headers.cookie, request.query.remote, app.cookieAttributes))
      .send();
  });
}
