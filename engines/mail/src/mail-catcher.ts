import { randomBytes } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SMTPServer } from 'smtp-server';
import { openMailBox, type MailBox } from './mail-box';
import { answerPage } from './mail-pages';

const MAX_MAIL_BYTES = 5 * 1024 * 1024;
const ID_BYTES = 9;

export interface MailCatcherOptions {
  /** Default 127.0.0.1: what is caught is for whoever sits at this machine. */
  host?: string;
  /** 0 takes any free port. */
  smtpPort: number;
  /** 0 takes any free port. */
  pagePort: number;
  /** Where mails are kept over a restart. Default: in memory only. */
  file?: string;
  /** Shown at the top of the page. */
  productName: string;
}

export interface MailCatcher {
  /** What a sender is configured with: smtp://127.0.0.1:3004 */
  smtpUrl: string;
  /** The page that shows the mails. */
  pageUrl: string;
  mails: Pick<MailBox, 'list' | 'clear'>;
  close(): Promise<void>;
}

/**
 * A mail server that keeps what it is given instead of sending it on, and a page that shows it. Speaks SMTP (RFC 5321)
 * as a real one does; no mail leaves the machine. The page also answers as JSON at /mails.json?to=address.
 */
export async function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const { host = '127.0.0.1', smtpPort, pagePort, file, productName } = options;
  const box = await openMailBox(file);
  const smtp = await createSmtp(box);
  const page = createServer((request, response) => { void answerPage({ box, productName, request, response }); });
  try {
    await listenSmtp(smtp, smtpPort, host);
    await listen(page, pagePort, host);
  } catch (error) {
    smtp.close();
    page.close();
    throw error;
  }
  const urlHost = host.includes(':') ? `[${host}]` : host;
  return {
    smtpUrl: `smtp://${urlHost}:${(smtp.server.address() as AddressInfo).port}`,
    pageUrl: `http://${host === '127.0.0.1' ? 'localhost' : urlHost}:${(page.address() as AddressInfo).port}/`,
    mails: box,
    async close() {
      page.closeAllConnections();
      await Promise.all([new Promise((done) => smtp.close(() => done(undefined))), new Promise((done) => page.close(done))]);
    },
  };
}

/** Loaded when they are needed: whoever sends mail elsewhere, or none, does not wait for them. */
async function createSmtp(box: MailBox): Promise<SMTPServer> {
  const { SMTPServer: Server } = await import('smtp-server');
  return new Server({
    name: 'mail-catcher',
    banner: 'mails are caught here',
    size: MAX_MAIL_BYTES,
    rejectOversized: true,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Whoever signs in may: nothing leaves this machine.
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => { if (!stream.sizeExceeded) chunks.push(chunk); });
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          done();
          return;
        }
        const envelope = {
          id: randomBytes(ID_BYTES).toString('base64url'), receivedAt: new Date().toISOString(),
          to: session.envelope.rcptTo.map(({ address }) => address),
        };
        import('./caught-mail').then(({ readMail }) => readMail(Buffer.concat(chunks), envelope)).then((mail) => box.add(mail)).then(() => done(), done);
      });
    },
  });
}

function listenSmtp(smtp: SMTPServer, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    smtp.once('error', fail);
    smtp.listen(port, host, () => {
      smtp.off('error', fail);
      // A client that breaks off is its own matter.
      smtp.on('error', () => undefined);
      done();
    });
  });
}

function listen(server: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      done();
    });
  });
}
