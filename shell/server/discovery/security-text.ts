import { millisecondsInDay } from 'date-fns/constants';
import type { FastifyInstance } from 'fastify';

/** Until when readers may rely on the file, in days after they have read it. RFC 9116 advises less than a year. */
const VALID_DAYS = 180;

/**
 * Serves /.well-known/security.txt (RFC 9116): where to report a vulnerability. Without a contact there is no such
 * file, because no one would answer.
 */
export function serveSecurityText(
  app: FastifyInstance,
  { contact, publicUrl }: { contact: string | null; publicUrl: string },
): void {
  if (contact === null) return;
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          `Contact: ${contact}`,
          `Expires: ${new Date(Date.now() + VALID_DAYS * millisecondsInDay).toISOString()}`,
          'Preferred-Languages: ja, en',
          `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
          '',
        ].join('\n'),
      ),
  );
}
