import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as sent over the wire. */
export interface RecordedRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** The form. */
  readonly body: string;
  readonly status: number;
}

export interface RecordingProxy {
  readonly url: string;
  readonly requests: RecordedRequest[];
  close(): Promise<void>;
}

/** Proxies a server and records all requests. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const body = Buffer.concat(chunks);
      const onward = forward(new URL(url, target), { method, headers }, (answer) => {
        requests.push({ method, path: url, body: body.toString(), status: answer.statusCode ?? 0 });
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.writeHead(502).end());
      onward.end(body);
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
