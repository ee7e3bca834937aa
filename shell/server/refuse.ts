import { type ErrorBody, errorCatalogue, type ErrorCode } from '@manabiba/shared/contract/errors';
import type { FastifyReply } from 'fastify';

/** Sends an error in the same shape as the api. */
export function refuse(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const { status, sentence } = errorCatalogue[code];
  const body: ErrorBody = { error: sentence, code };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
