import { createHash, X509Certificate } from 'node:crypto';
import { Agent, request as askHttp } from 'node:http';
import { createSecureServer } from 'node:http2';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { generate } from 'selfsigned';

const packBrotli = promisify(brotliCompress);
/** As the web server packs its pages. */
const BROTLI_QUALITY = 4;
const ONE_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'http2-settings']);

/**
 * One door of TLS and HTTP/2 for several products, told apart by the first word of the host name; its certificate lives
 * as long as the process.
 *
 * @returns {Promise<{ port: number, pin: string, serve: (name: string, side: { port: number, rewrite?: (html: string) => string }) => void, close: () => Promise<void> }>}
 *   `pin` is the digest of its key, by which a browser can be told to trust it.
 */
export async function startTlsFront() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec', algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: '*.localhost' }, { type: 2, value: 'localhost' }] }],
  });
  const sides = new Map();
  const agent = new Agent({ keepAlive: true });
  const sessions = new Set();
  const server = createSecureServer({ key, cert }, (request, response) => {
    const side = sides.get(request.authority.split('.')[0]);
    if (side) pass(request, response, side, agent);
    else response.writeHead(421).end();
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => undefined);
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  return {
    port: server.address().port,
    pin: createHash('sha256').update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })).digest('base64'),
    serve: (name, side) => { sides.set(name, side); },
    close: () => new Promise((done) => {
      for (const session of sessions) session.destroy();
      agent.destroy();
      server.close(() => done());
    }),
  };
}

function pass(request, response, side, agent) {
  const isPage = (request.headers.accept ?? '').includes('text/html');
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith(':') && !ONE_HOP.has(name)));
  const upstream = askHttp({
    host: '127.0.0.1', port: side.port, method: request.method, path: request.url, agent,
    headers: { ...headers, host: request.authority, ...(isPage ? { 'accept-encoding': 'identity' } : {}) },
  }, (answer) => {
    const passed = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !ONE_HOP.has(name)));
    if (isPage && String(passed['content-type']).startsWith('text/html')) return void sendPage(answer, response, passed, side.rewrite);
    response.writeHead(answer.statusCode, passed);
    answer.pipe(response);
  });
  upstream.on('error', () => response.stream.close());
  request.pipe(upstream);
}

/** Pages are packed here, for all sides alike, because what is rewritten must be packed again. */
async function sendPage(answer, response, headers, rewrite = (html) => html) {
  const parts = [];
  for await (const part of answer) parts.push(part);
  const packed = await packBrotli(rewrite(Buffer.concat(parts).toString()), { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  response.writeHead(answer.statusCode, { ...headers, 'content-encoding': 'br', 'content-length': packed.length });
  response.end(packed);
}
