import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOPBACK = new Set(['localhost', '127.0.0.1']);

/**
 * A browser's only route to the network: a forward proxy that can be cut off. Neither WebDriver nor WebDriver BiDi can
 * take WebKit and Firefox offline alike; without the proxy every request fails, in workers too.
 */
export class NetworkPath {
  private isCut = false;
  private readonly server = createServer((incoming, outgoing) => this.pass(incoming, outgoing));

  static async open(): Promise<NetworkPath> {
    const path = new NetworkPath();
    // Only the browser's telemetry requests a tunnel.
    path.server.on('connect', (_request, socket) => socket.destroy());
    await new Promise<void>((done) => {
      path.server.listen(0, '127.0.0.1', done);
    });
    return path;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  cut() {
    this.isCut = true;
    this.server.closeAllConnections();
  }

  mend() {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((done) => {
      this.server.close(() => done());
    });
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const target = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null;
    if (this.isCut || !target || !LOOPBACK.has(target.hostname)) {
      incoming.socket.destroy();
      return;
    }
    const forward = request(target, { method: incoming.method, headers: incoming.headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forward.destroy());
    incoming.pipe(forward);
  }
}
