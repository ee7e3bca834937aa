import { isIP } from 'node:net';

import type { FastifyInstance } from 'fastify';

import { refuse } from '../refuse';
import type { WebEnv } from '../web-env';
import { isLoopback } from './loopback';

type HostEnv = Pick<WebEnv, 'publicUrl' | 'releasesOrigin' | 'isProduction'>;

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** Load balancers request these at any address of an instance. They reveal nothing about users. */
const HEALTH_PATHS = new Set(['/healthz', '/readyz', '/v1/healthz', '/v1/readyz']);

/**
 * Returns whether a Host header names this product: PUBLIC_URL, RELEASES_URL (a CDN may keep its own name when it
 * fetches) or this machine. Ports are not compared: tunnels and proxies change them, and only a name can be pointed
 * elsewhere. Outside of production any IP address passes too, so that a phone can reach a developer's machine.
 */
export function isOwnHost(host: string | undefined, { publicUrl, releasesOrigin, isProduction }: HostEnv): boolean {
  if (host === undefined || !HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (isLoopback(hostname)) return true;
  if (!isProduction && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  return [publicUrl, releasesOrigin].some((own) => own !== null && new URL(own).hostname === hostname);
}

/**
 * Rejects requests with a foreign Host header. A foreign page can point its own name at this address after loading (DNS
 * rebinding); the browser then treats it as the same origin, and only the Host header distinguishes them.
 */
export function checkHost(app: FastifyInstance, env: HostEnv): void {
  /**
   * Cache of the last accepted name: nearly all requests carry the same one, and parsing a URL per request is costly.
   */
  let admitted: string | undefined;
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers;
    if (host !== undefined && host === admitted) return done();
    if (isOwnHost(host, env)) {
      admitted = host;
      return done();
    }
    const [path = ''] = request.url.split('?');
    return HEALTH_PATHS.has(path) ? done() : void refuse(reply, 'bad_origin');
  });
}
