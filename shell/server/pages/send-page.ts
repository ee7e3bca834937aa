import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { observed } from '@manabiba/telemetry/observed';
import { nameTrace } from '@manabiba/telemetry/trace-requests';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { acceptedEncodings } from '../files/accepted-encodings';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
/** A higher compression level takes longer than the transfer time it saves. */
const BROTLI_QUALITY = 4;

/**
 * Sends the compressed HTML of a page. No cache may keep it: it shows who is signed in.
 *
 * @param isPersonal whether it contains personal data next to text from others. Its compressed length then reveals
 * nothing about either.
 * @param packed the HTML by encoding, for a page that is sent again.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  { isPersonal, packed }: { isPersonal: boolean; packed?: Map<string, Promise<Buffer>> },
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store, private').header('vary', 'accept-encoding').type('text/html; charset=utf-8');
  reply.header('x-request-id', request.id);
  nameTrace(request, reply);
  observed.page.report({ status: reply.statusCode, ms: reply.elapsedTime });
  const [encoding] = acceptedEncodings(request.headers['accept-encoding']);
  if (!encoding) return reply.send(html);
  const text = isPersonal ? `${html}<!-- ${padding()} -->\n` : html;
  const packing = packed?.get(encoding) ?? pack(text, encoding);
  packed?.set(encoding, packing);
  return reply.header('content-encoding', encoding).send(await packing);
}

const pack = (text: string, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'br'
    ? packBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : packGzip(text);

/**
 * Incompressible padding, 510 characters on average. The length is the sum of four random draws: unlike with a single
 * draw, its minimum and maximum are practically never reached, so that only an average over very many pages
 * distinguishes lengths.
 */
function padding(): string {
  const length = randomBytes(4).reduce((sum, drawn) => sum + drawn, 0);
  return randomBytes(Math.ceil(length * 0.75))
    .toString('base64url')
    .slice(0, length);
}
