import { type IncomingMessage, request as requestUpstream } from 'node:http';
import type { Duplex } from 'node:stream';

/** Headers that the engine reads. Cookies are not among them: access tokens authorize connections. */
const FORWARDED = /^(?:authorization|connection|upgrade|user-agent|sec-websocket-.*)$/;
const CONNECT_MS = 10_000;

/** Connects a WebSocket request to a media engine, or passes on the engine's refusal. */
export function forwardSocket(engineUrl: string, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => FORWARDED.test(name)));
  const upstream = requestUpstream(new URL(request.url ?? '/', engineUrl), { headers, timeout: CONNECT_MS });
  const refuse = () => {
    upstream.destroy();
    if (!socket.destroyed) socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
  };
  upstream.on('timeout', refuse);
  upstream.on('error', refuse);
  socket.on('close', () => upstream.destroy());
  upstream.on('response', (response) => {
    // The engine has refused the connection; its status lets the client decide whether to try again.
    socket.write(headOf(response));
    response.pipe(socket);
  });
  upstream.on('upgrade', (response: IncomingMessage, engine: Duplex, engineHead: Buffer) => {
    upstream.setTimeout(0);
    socket.write(headOf(response));
    if (engineHead.length > 0) socket.write(engineHead);
    if (head.length > 0) engine.write(head);
    engine.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => engine.destroy());
    engine.pipe(socket).pipe(engine);
  });
  upstream.end();
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
