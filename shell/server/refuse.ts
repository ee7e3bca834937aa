import { type ErrorBody, errorCatalogue, type ErrorCode } from '@manabiba/shared/contract/errors';
import { withInquiryNumber } from '@manabiba/telemetry/request-ids';
import type { FastifyReply } from 'fastify';

/** Failures that a person may have to ask about. */
const ASKED_ABOUT = new Set<ErrorCode>(['internal', 'unavailable']);

/** Sends an error in the same shape as the api. */
export function refuse(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const { status, sentence } = errorCatalogue[code];
  const { id } = reply.request;
  const body: ErrorBody = { error: ASKED_ABOUT.has(code) ? withInquiryNumber(sentence, id) : sentence, code };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-request-id', id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
