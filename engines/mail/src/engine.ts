import { randomBytes } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { SMTPServer } from 'smtp-server';

import { type MailBox, openMailBox } from './mail-box';
import { answerPage } from './mail-pages';

const MAX_MAIL_BYTES = 5 * 1024 * 1024;
const ID_BYTES = 9;

export interface MailEngineOptions {
  /** File in which mails are kept across restarts. Default: memory only. */
  file?: string;
  /** The title of the page. */
  productName: string;
}

export interface MailEngineAddress {
  /** Default 127.0.0.1: caught mails are visible on this machine only. */
  host?: string;
  /** 0 takes any free port. */
  smtpPort: number;
  /** 0 takes any free port. */
  pagePort: number;
}

export interface MailEngine {
  /** Starts the SMTP server and the page. Rejects, with nothing left open, when a port is taken. */
  listen(address: MailEngineAddress): Promise<void>;
  /** The SMTP URL for senders, available once listening: smtp://127.0.0.1:3004 */
  readonly smtpUrl: string;
  /** The URL of the page, available once listening. */
  readonly pageUrl: string;
  mails: Pick<MailBox, 'list' | 'clear'>;
  /** Resolves while both servers are listening; rejects with the reason otherwise. */
  health(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a mail server that keeps mails instead of delivering them, with a page that shows them. It speaks SMTP (RFC
 * 5321) like a real server; no mail leaves the machine. The page also responds with JSON at /mails.json?to=address.
 */
export async function createMailEngine({ file, productName }: MailEngineOptions): Promise<MailEngine> {
  const box = await openMailBox(file);
  const smtp = await createSmtp(box);
  const page = createServer((request, response) => {
    void answerPage({ box, productName, request, response });
  });
  let [smtpUrl, pageUrl] = ['', ''];
  return {
    async listen({ host = '127.0.0.1', smtpPort, pagePort }) {
      await listen(page, pagePort, host);
      // Started last: an SMTP server of this library cannot be reopened once it is closed.
      await listenSmtp(smtp, smtpPort, host).catch(async (error: unknown) => {
        await closePage(page);
        throw error;
      });
      const urlHost = host.includes(':') ? `[${host}]` : host;
      smtpUrl = `smtp://${urlHost}:${(smtp.server.address() as AddressInfo).port}`;
      pageUrl = `http://${host === '127.0.0.1' ? 'localhost' : urlHost}:${(page.address() as AddressInfo).port}/`;
    },
    get smtpUrl() {
      return smtpUrl;
    },
    get pageUrl() {
      return pageUrl;
    },
    mails: box,
    async health() {
      if (!smtp.server.listening || !page.listening) throw new Error('The mail engine does not listen.');
    },
    async close() {
      if (!page.listening) return;
      await Promise.all([closeSmtp(smtp), closePage(page)]);
    },
  };
}

const closeSmtp = (smtp: SMTPServer) =>
  new Promise<void>((done) => {
    smtp.close(() => done());
  });

function closePage(page: HttpServer): Promise<void> {
  page.closeAllConnections();
  return new Promise((done) => {
    page.close(() => done());
  });
}

/** Imports the library on demand, so that a product that sends its mail elsewhere does not load it. */
async function createSmtp(box: MailBox): Promise<SMTPServer> {
  const { SMTPServer: Server } = await import('smtp-server');
  return new Server({
    name: 'mail-catcher',
    banner: 'mails are caught here',
    size: MAX_MAIL_BYTES,
    rejectOversized: true,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Any credentials are accepted: nothing leaves this machine.
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          done();
          return;
        }
        const envelope = {
          id: randomBytes(ID_BYTES).toString('base64url'),
          receivedAt: new Date().toISOString(),
          to: session.envelope.rcptTo.map(({ address }) => address),
        };
        import('./caught-mail')
          .then(({ readMail }) => readMail(Buffer.concat(chunks), envelope))
          .then((mail) => box.add(mail))
          .then(() => done(), done);
      });
    },
  });
}

function listenSmtp(smtp: SMTPServer, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    smtp.once('error', fail);
    smtp.listen(port, host, () => {
      smtp.off('error', fail);
      // Connection errors caused by the client are ignored.
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
