import { isLoopback } from '../policy/loopback';
import type { WebEnv } from '../web-env';

declare module 'fastify' {
  interface FastifyInstance {
    /** Attributes of every cookie that the web server sets. */
    cookieAttributes: string;
  }
}

/**
 * Attributes of every cookie: HttpOnly, so that no script ever holds a token; Lax, so that a link from another site
 * arrives signed in and a form from another site does not; Secure, except at plain http on this machine outside of
 * production, where WebKit drops Secure cookies and sign-in would fail.
 */
export function cookieAttributes({ publicUrl, isProduction }: Pick<WebEnv, 'publicUrl' | 'isProduction'>): string {
  const { protocol, hostname } = new URL(publicUrl);
  const isPlainLoopback = !isProduction && protocol === 'http:' && isLoopback(hostname);
  return `Path=/; HttpOnly;${isPlainLoopback ? '' : ' Secure;'} SameSite=Lax`;
}
