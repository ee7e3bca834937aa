import { randomBytes } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { SMTPServer } from 'smtp-server';

import { type MailBox, openMailBox } from './mail-box';
import { answerPage } from './mail-pages';

const MAX_MAIL_BYTES = 5 * 1024 * 1024;
const ID_BYTES = 9;

export interface MailEngineOptions {
  /** Where mails are kept over a restart. Default: in memory only. */
  file?: string;
  /** Shown at the top of the page. */
  productName: string;
}

export interface MailEngineAddress {
  /** Default 127.0.0.1: caught mails are for the person at this machine. */
  host?: string;
  /** 0 takes any free port. */
  smtpPort: number;
  /** 0 takes any free port. */
  pagePort: number;
}

export interface MailEngine {
  /** Starts to take mails and to show them. Rejects, with nothing left open, when a port is taken. */
  listen(address: MailEngineAddress): Promise<void>;
  /** What a sender is configured with, once it listens: smtp://127.0.0.1:3004 */
  readonly smtpUrl: string;
  /** The page that shows the mails, once it listens. */
  readonly pageUrl: string;
  mails: Pick<MailBox, 'list' | 'clear'>;
  /** Resolves while mails are taken and shown; rejects with the reason otherwise. */
  health(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A mail server that keeps what it is given instead of sending it on, and a page that shows it. Speaks SMTP (RFC 5321)
 * as a real one does; no mail leaves the machine. The page also answers as JSON at /mails.json?to=address.
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
      // Last: a closed SMTP server of this library does not take mails again.
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

/** Imports the library when it is needed: a product that sends its mail elsewhere does not load it. */
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
