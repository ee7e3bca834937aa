import { join } from 'node:path';

import { createMailEngine, type MailEngine } from '@manabiba/engine-mail/engine';

import { listenOrMove, portAtOffset } from './listen-port';

/** Port offsets of the mail engine. */
const SMTP_PORT_OFFSET = 4;
const PAGE_PORT_OFFSET = 5;

interface MailOptions {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  dataDir: string;
}

/**
 * Starts the embedded mail engine when SMTP_URL is not set: mails are caught and shown on a page. Returns null when
 * mails are sent for real, and in production, where they wait until SMTP_URL is set. Ports taken by another checkout
 * are replaced by free ones.
 */
export async function startMail({ env, port, host, dataDir }: MailOptions): Promise<MailEngine | null> {
  if (env['SMTP_URL'] || env['NODE_ENV'] === 'production') return null;
  const engine = await createMailEngine({ file: join(dataDir, 'mails.jsonl'), productName: 'まなびば' });
  await listenOrMove((isMoved) =>
    engine.listen({
      host,
      smtpPort: isMoved ? 0 : portAtOffset(port, SMTP_PORT_OFFSET),
      pagePort: isMoved ? 0 : portAtOffset(port, PAGE_PORT_OFFSET),
    }),
  );
  return engine;
}
