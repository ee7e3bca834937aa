import type { Socket } from 'node:net';

import { errorCatalogue, type ErrorCode } from '@manabiba/shared/contract/errors';
import { withInquiryNumber } from '@manabiba/telemetry/request-ids';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import { AppError, toErrorBody } from '../platform/app-error';
import { sqlState } from '../platform/database/transaction';

/** Failures that a person may have to ask about. */
const ASKED_ABOUT = new Set<ErrorCode>(['internal', 'unavailable']);

/**
 * Sends an expected error. Only the sender sees field errors; the retry delay is also set as a header. A failure of the
 * product names the number by which support finds the request.
 */
export function sendAppError(reply: FastifyReply, error: AppError): FastifyReply {
  const body = toErrorBody(error);
  if (ASKED_ABOUT.has(error.code) && !error.isExpected) body.error = withInquiryNumber(body.error, reply.request.id);
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  return reply.code(error.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/**
 * Sends every failure of a call in the common error shape. Unexpected errors are logged in full and answered without
 * details; deliberate refusals, such as a full queue, are logged under load as one line each, without a stack.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  if (isPutOff(error))
    request.log.warn({ code: known.code, retryAfterSeconds: known.retryAfterSeconds }, 'a call was deferred');
  else if (known.status >= 500 && !known.isExpected) request.log.error({ err: error }, 'a call failed');
  return sendAppError(reply, known);
}

/** True for errors with a retry delay, thrown by our own code as a temporary refusal. */
const isPutOff = (error: unknown) =>
  error instanceof AppError && error.code === 'unavailable' && error.retryAfterSeconds !== undefined;

/**
 * SQL states for a PostgreSQL that is unreachable, is stopping, has no connection, disk space or memory left, or took
 * too long.
 */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
  '08006',
  '08001',
  '53100',
  '53200',
  'ENOSPC',
]);
const UNREACHABLE_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after calling end/;
const RETRY_AFTER_SECONDS = 5;

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('internal');
  const state = sqlState(error);
  if ((state && UNREACHABLE.has(state)) || UNREACHABLE_TEXT.test(error.message))
    return new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  // Text that PostgreSQL cannot store: the schemas reject it first, this is the second line of defence.
  if (state === '22021' || state === '22P05') return new AppError('invalid');
  return fromFastify(error as FastifyError) ?? new AppError('internal');
}

/** Maps what Fastify itself rejects: too large, wrong content type, not JSON. */
function fromFastify(error: FastifyError): AppError | undefined {
  if (error.statusCode === 413) return new AppError('too_large');
  if (error.statusCode === 415) return new AppError('unsupported_type');
  if (error.statusCode === 400) return new AppError('invalid');
  return undefined;
}

/** Answers 404: no endpoint has this method and path. */
export function handleNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendAppError(reply, new AppError('not_found'));
}

/**
 * Handles what Fastify rejects before routing: bad percent-encoding is a 404, a parameter beyond the maximum length a
 * 414.
 */
export function handleFrameworkError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode !== 414) {
    void sendAppError(reply, new AppError('not_found'));
    return;
  }
  const body = toErrorBody(new AppError('too_large'));
  void reply.code(414).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

const clientErrors: Record<string, { line: string; code: ErrorCode }> = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', code: 'unavailable' },
};

/** Input that is not HTTP never becomes a request; its socket still gets an answer in the common error shape. */
export function onClientError(this: unknown, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { line, code } = clientErrors[error.code ?? ''] ?? { line: '400 Bad Request', code: 'invalid' as const };
  const body = JSON.stringify({ error: errorCatalogue[code].sentence, code });
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

type ConnectionError = Error & { code?: string };
