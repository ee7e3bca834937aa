import { Agent, request as askHttp } from 'node:http';
import { createSecureServer } from 'node:http2';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const packBrotli = promisify(brotliCompress);
/** The same compression level as for the web server's pages. */
const BROTLI_QUALITY = 4;
const ONE_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
  'http2-settings',
]);

/**
 * A server of one's own machine to which requests are passed.
 * @typedef {{ port: number, rewrite?: (html: string) => string, withoutHeaders?: string[] }} Side
 *   `rewrite` changes pages, `withoutHeaders` are headers of answers that are not passed on.
 */

/**
 * Starts a TLS proxy, with HTTP/2 and HTTP/1.1, in front of several plain servers on this machine.
 *
 * @param {object} options
 * @param {{ key: string, cert: string }} options.certificate
 * @param {number} [options.port] By default a free one.
 * @param {string} [options.host] By default all addresses of the machine.
 * @param {(request: { host: string, path: string }) => Side | undefined} options.sideOf Returns the server for a
 * request; undefined: 421.
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function startTlsFront({ certificate: { key, cert }, port = 0, host, sideOf }) {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set();
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    const authority = request.headers[':authority'] ?? request.headers.host ?? '';
    const side = sideOf({ host: authority, path: request.url });
    if (side) pass(request, response, { authority, side, agent });
    else response.writeHead(421).end();
  });
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('session', (session) => session.on('error', () => undefined));
  await new Promise((done, fail) => {
    server.once('error', fail);
    server.listen({ port, host }, () => done(undefined));
  });
  return {
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
        agent.destroy();
      }),
  };
}

function pass(request, response, { authority, side, agent }) {
  const isPage = side.rewrite !== undefined && (request.headers.accept ?? '').includes('text/html');
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith(':') && !ONE_HOP.has(name)),
  );
  const dropped = new Set([...ONE_HOP, ...(side.withoutHeaders ?? [])]);
  const upstream = askHttp(
    {
      host: '127.0.0.1',
      port: side.port,
      method: request.method,
      path: request.url,
      agent,
      headers: {
        ...headers,
        host: authority,
        'x-forwarded-for': request.socket.remoteAddress,
        ...(isPage ? { 'accept-encoding': 'identity' } : {}),
      },
    },
    (answer) => {
      const passed = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !dropped.has(name)));
      if (isPage && String(passed['content-type']).startsWith('text/html'))
        return void sendPage(answer, response, passed, side.rewrite);
      response.writeHead(answer.statusCode, passed);
      // A stream may stay silent for a while; the headers show the client at once that it is open.
      response.flushHeaders();
      answer.on('error', () => breakOff(response));
      answer.pipe(response);
    },
  );
  upstream.on('error', () => {
    if (response.headersSent) breakOff(response);
    else response.writeHead(502).end();
  });
  // The upstream request is cancelled when the client disconnects.
  response.on('close', () => {
    if (!response.writableEnded) upstream.destroy();
  });
  request.pipe(upstream);
}

function breakOff(response) {
  if (response.stream) response.stream.close();
  else response.destroy();
}

/** Pages are compressed here, for all servers alike, because rewritten pages must be compressed again. */
async function sendPage(answer, response, headers, rewrite) {
  const parts = [];
  for await (const part of answer) parts.push(part);
  const packed = await packBrotli(rewrite(Buffer.concat(parts).toString()), {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
  response.writeHead(answer.statusCode, { ...headers, 'content-encoding': 'br', 'content-length': packed.length });
  response.end(packed);
}
