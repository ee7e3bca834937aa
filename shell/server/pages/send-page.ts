import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { acceptedEncodings } from '../files/accepted-encodings';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
/** Packing harder than this takes longer than the line saves. */
const BROTLI_QUALITY = 4;

/**
 * Sends the HTML of a page, packed. No cache may keep it: it says who is signed in.
 *
 * @param isPersonal it carries what is somebody's own beside what others have written. Its packed length then tells
 *   nothing about either.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  { isPersonal }: { isPersonal: boolean },
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store, private').header('vary', 'accept-encoding').type('text/html; charset=utf-8');
  const [encoding] = acceptedEncodings(request.headers['accept-encoding']);
  if (!encoding) return reply.send(html);
  const text = isPersonal ? `${html}<!-- ${padding()} -->\n` : html;
  const packed =
    encoding === 'br'
      ? await packBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : await packGzip(text);
  return reply.header('content-encoding', encoding).send(packed);
}

/**
 * Characters that do not pack, 510 of them on average. Their number is the sum of four draws: unlike that of one, its
 * least and greatest are never met, so that only an average over very many pages tells one length from the next.
 */
function padding(): string {
  const length = randomBytes(4).reduce((sum, drawn) => sum + drawn, 0);
  return randomBytes(Math.ceil(length * 0.75))
    .toString('base64url')
    .slice(0, length);
}
