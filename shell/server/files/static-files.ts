import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { refuse } from '../refuse';
import { acceptedEncodings } from './accepted-encodings';

interface ServedFile {
  body: Buffer;
  etag: string;
}

interface Folder {
  /** Root folder of the files; nothing outside is ever read. */
  root: string;
  /** Set when a file's name or folder changes with its content. */
  isImmutable: boolean;
  /** Added to every response, including errors. */
  headers?: Record<string, string>;
}

/** Upper bound of the in-memory file cache, in bytes: the live releases fit many times over. */
const MEMORY_BYTES = 64 * 1024 * 1024;

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Suffixes of the precompressed variants of a file. */
const suffixes = { br: '.br', gzip: '.gz' } as const;

/** One path segment: no dot files, no parent folder, no separators of any system. */
const SEGMENT = /^[A-Za-z0-9_@~-][A-Za-z0-9_@~.-]*$/;
const MAX_SEGMENTS = 8;

/**
 * Serves a folder under a prefix: br or gz when it is next to the file and the browser accepts it, a strong ETag, and
 * the api's 404 for missing files, so that a missing script is never a page.
 */
export function serveFolder(app: FastifyInstance, prefix: string, { root, isImmutable, headers = {} }: Folder): void {
  const read = createReader(root);
  const caching = isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300';

  app.get(`${prefix}*`, async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
    reply.headers({ ...headers, 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
    const path = request.params['*'];
    const type = TYPES[extname(path)];
    if (!type || !isPlainPath(path)) return refuse(reply, 'not_found');
    for (const encoding of [...acceptedEncodings(request.headers['accept-encoding']), undefined]) {
      const file = await read(`${path}${encoding ? suffixes[encoding] : ''}`);
      if (!file) continue;
      if (encoding) reply.header('content-encoding', encoding);
      return sendFile(request, reply.header('cache-control', caching).type(type), file);
    }
    return refuse(reply, 'not_found');
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { body, etag }: ServedFile): FastifyReply {
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  if (known === '*' || known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send();
  return reply.send(body);
}

const isPlainPath = (path: string) => {
  const segments = path.split('/');
  return segments.length <= MAX_SEGMENTS && segments.every((segment) => SEGMENT.test(segment));
};

/** Reads files and caches the most recent ones. Missing files are not cached: a release may arrive. */
function createReader(root: string): (path: string) => Promise<ServedFile | undefined> {
  const remembered = new Map<string, ServedFile>();
  let bytes = 0;
  return async (path) => {
    const known = remembered.get(path);
    if (known) {
      remembered.delete(path);
      remembered.set(path, known);
      return known;
    }
    const body = await readFile(join(root, path)).catch(() => undefined);
    if (!body) return undefined;
    const file = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
    if (!remembered.has(path)) bytes += body.length;
    remembered.set(path, file);
    for (const [oldest, { body: old }] of remembered) {
      if (bytes <= MEMORY_BYTES || oldest === path) break;
      remembered.delete(oldest);
      bytes -= old.length;
    }
    return file;
  };
}
