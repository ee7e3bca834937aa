import { type ErrorBody, errorCatalogue, type ErrorCode } from '@manabiba/shared/contract/errors';

interface AppErrorOptions {
  /** A sentence per field that is wrong. The path is the field's own: "name", not "body.name". */
  fields?: Record<string, string>;
  /** After how long the caller may try again; sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Another status than the catalogue's: 422 when the refusal is about somebody else or about a field. */
  status?: 422;
}

/**
 * An expected failure: a code of the closed list that the caller gets to see.
 *
 * Everything else that is thrown is a broken invariant: 500, logged whole, told as nothing.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly status: number;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.status = options.status ?? errorCatalogue[code].status;
  }
}

/**
 * What the caller reads. With exactly one wrong field its sentence is the answer's sentence, so that a client which
 * shows only `error` still says what to change.
 */
export function toErrorBody(error: Pick<AppError, 'code' | 'fields'>): ErrorBody {
  const { code, fields } = error;
  if (!fields) return { error: errorCatalogue[code].sentence, code };
  const sentences = Object.values(fields);
  const [only] = sentences;
  return { error: sentences.length === 1 && only ? only : errorCatalogue[code].sentence, code, fields };
}
