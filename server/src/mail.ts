import { join } from 'node:path';

import { createMailEngine, type MailEngine } from '@manabiba/engine-mail/engine';

import { listenOrMove, portBeside } from './listen-beside';

/** Ports of the mail engine, counted from the product's own. */
const SMTP_PORT_OFFSET = 4;
const PAGE_PORT_OFFSET = 5;

interface MailOptions {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  dataDir: string;
}

/**
 * Starts the embedded mail engine on a machine without SMTP_URL: mails are caught and shown on a page. Returns null where
 * mails go out, and in production, where they wait until SMTP_URL is set. Ports that another checkout has taken are
 * replaced by free ones.
 */
export async function startMail({ env, port, host, dataDir }: MailOptions): Promise<MailEngine | null> {
  if (env['SMTP_URL'] || env['NODE_ENV'] === 'production') return null;
  const engine = await createMailEngine({ file: join(dataDir, 'mails.jsonl'), productName: 'まなびば' });
  await listenOrMove((isMoved) =>
    engine.listen({
      host,
      smtpPort: isMoved ? 0 : portBeside(port, SMTP_PORT_OFFSET),
      pagePort: isMoved ? 0 : portBeside(port, PAGE_PORT_OFFSET),
    }),
  );
  return engine;
}
