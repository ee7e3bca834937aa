import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Webhook } from 'standardwebhooks';

export interface ReceivedWebhook {
  headers: Record<string, string>;
  body: string;
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** A server of an organizer that keeps what it is sent. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  const ok = (response: ServerResponse) => void response.end('受け取りました');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      received.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
      receiver.answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    /** How it answers. */
    answer: ok,
    /** Forgets what it was sent, and accepts everything again. */
    reset() {
      received.length = 0;
      receiver.answer = ok;
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Checks the signature as a receiver does. Returns the message, or throws. */
export const verifyWebhook = (secret: string, { body, headers }: ReceivedWebhook): unknown =>
  new Webhook(secret).verify(body, headers);
