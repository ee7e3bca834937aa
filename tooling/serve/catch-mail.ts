import { join } from 'node:path';
import { startMailCatcher, type MailCatcher } from '../../engines/mail/src/mail-catcher';

/** Ports of the catcher, counted from the product's own. */
const SMTP_OFFSET = 4;
const PAGE_OFFSET = 5;

interface MailSurroundings {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  dataDir: string;
}

/**
 * On a machine without SMTP_URL mails are caught and shown on a page. In production nothing is caught: mails wait until
 * somebody says where they go. Ports that are taken, by a checkout beside this one, are replaced by free ones.
 */
export async function catchMail({ env, port, host, dataDir }: MailSurroundings): Promise<MailCatcher | null> {
  if (env['SMTP_URL'] || env['NODE_ENV'] === 'production') return null;
  const options = { host, file: join(dataDir, 'mails.jsonl'), productName: 'まなびば' };
  try {
    return await startMailCatcher({ ...options, smtpPort: beside(port, SMTP_OFFSET), pagePort: beside(port, PAGE_OFFSET) });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return startMailCatcher({ ...options, smtpPort: 0, pagePort: 0 });
  }
}

/** Any free port beside any free port, and where there are no more ports. */
const beside = (port: number, offset: number) => (port === 0 || port + offset > 65_535 ? 0 : port + offset);
