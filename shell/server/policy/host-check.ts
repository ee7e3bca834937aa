import { isIP } from 'node:net';

import type { FastifyInstance } from 'fastify';

import { refuse } from '../refuse';
import type { WebEnv } from '../web-env';
import { isLoopback } from './loopback';

type HostEnv = Pick<WebEnv, 'publicUrl' | 'releasesOrigin' | 'isProduction'>;

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** Load balancers ask these by whatever address an instance has. They tell nothing about anybody. */
const HEALTH_PATHS = new Set(['/healthz', '/readyz', '/v1/healthz', '/v1/readyz']);

/**
 * Whether a Host header names this product: PUBLIC_URL, RELEASES_URL (a CDN may keep its own name when it fetches) or
 * this machine. Ports are not compared: tunnels and proxies change them, and only a name can be pointed elsewhere.
 * Outside of production any IP address passes too: a phone reaches a developer's machine by one.
 */
export function isOwnHost(host: string | undefined, { publicUrl, releasesOrigin, isProduction }: HostEnv): boolean {
  if (host === undefined || !HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (isLoopback(hostname)) return true;
  if (!isProduction && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  return [publicUrl, releasesOrigin].some((own) => own !== null && new URL(own).hostname === hostname);
}

/**
 * Refuses requests that were sent to another name. A page elsewhere can point its own name at this address afterwards
 * (DNS rebinding); the browser then takes it for the same origin, and only the Host header tells.
 */
export function checkHost(app: FastifyInstance, env: HostEnv): void {
  /** The last name that was let in: nearly all requests name the same one, and reading it as a URL costs each of them. */
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
