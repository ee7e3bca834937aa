import { type ErrorBody, errorCatalogue, type ErrorCode } from '@manabiba/shared/contract/errors';

interface AppErrorOptions {
  /** A message per invalid field. The path is the field's own: "name", not "body.name". */
  fields?: Record<string, string>;
  /** Seconds until the caller may retry; sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Overrides the catalogue's message where a more specific one is known. */
  sentence?: string;
  /** Not a failure: this installation does not offer it. It is not logged as one. */
  isExpected?: boolean;
  /** Overrides the catalogue's status: 422 when the error concerns another person or a field. */
  status?: 422;
}

/**
 * An expected failure with a code of the closed list, which the caller sees.
 *
 * Any other thrown error is a broken invariant: 500, logged in full, without details in the answer.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly sentence: string;
  readonly status: number;
  readonly isExpected: boolean;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.sentence = options.sentence ?? errorCatalogue[code].sentence;
    this.status = options.status ?? errorCatalogue[code].status;
    this.isExpected = options.isExpected ?? false;
  }
}

/** The error of a call that needs a service which this installation has not configured. */
export const notOffered = (sentence: string = errorCatalogue.media_unavailable.sentence): AppError =>
  new AppError('unavailable', { sentence, isExpected: true });

/** The same for voice, video and recordings. */
export const mediaNotOffered = (): AppError => new AppError('media_unavailable', { isExpected: true });

/**
 * Builds the error body. With exactly one invalid field its message becomes the main message, so that a client which
 * shows only `error` still says what to change.
 */
export function toErrorBody({ code, fields, sentence }: Pick<AppError, 'code' | 'fields' | 'sentence'>): ErrorBody {
  if (!fields) return { error: sentence, code };
  const sentences = Object.values(fields);
  const [only] = sentences;
  return { error: sentences.length === 1 && only ? only : sentence, code, fields };
}
