import { GENERAL_SENTENCE } from '../contract/error-sentences';
import type { ErrorCode } from '../contract/errors';

/** The error of a failed call. `message` is a Japanese sentence for users. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: ErrorCode;
  /** Messages by form field, with a 422. */
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(facts: {
    status: number;
    code: ErrorCode;
    message: string;
    fields?: Record<string, string>;
    retryAfterSeconds?: number;
  }) {
    super(facts.message);
    this.status = facts.status;
    this.code = facts.code;
    this.fields = facts.fields ?? {};
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** Distinguishes a refusal of the api from a defect. Checks the name, because each bundle has its own class. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'code' in error;
}

const codeByStatus: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  402: 'payment_required',
  403: 'role_required',
  404: 'not_found',
  409: 'conflict',
  410: 'ended',
  413: 'too_large',
  415: 'unsupported_type',
  422: 'invalid',
  429: 'rate_limited',
  500: 'internal',
};

/** Parses the error of a response. A foreign body (a proxy's page) becomes the general message. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  return toApiError(response.status, body, response.headers.get('Retry-After'));
}

/** Returns the error for a status and body; `retryAfter` as in its header. */
export function toApiError(status: number, body: unknown, retryAfter: string | null): ApiError {
  const known = isErrorBody(body) ? body : null;
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ApiError({
    status,
    code: known?.code ?? codeByStatus[status] ?? 'unavailable',
    message: known?.error ?? GENERAL_SENTENCE,
    ...(known?.fields ? { fields: known.fields } : {}),
    ...(Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}),
  });
}

/** The error of a call without a response: no network, or a timeout. */
export function networkError(): ApiError {
  return new ApiError({ status: 0, code: 'unavailable', message: GENERAL_SENTENCE });
}

function isErrorBody(body: unknown): body is { error: string; code: ErrorCode; fields?: Record<string, string> } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    typeof body.error === 'string' &&
    'code' in body &&
    typeof body.code === 'string'
  );
}
