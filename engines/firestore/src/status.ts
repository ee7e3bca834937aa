/** Google's status codes as used in responses: name, number and HTTP status. */
const STATUSES = {
  CANCELLED: { code: 1, http: 499 },
  UNKNOWN: { code: 2, http: 500 },
  INVALID_ARGUMENT: { code: 3, http: 400 },
  DEADLINE_EXCEEDED: { code: 4, http: 504 },
  NOT_FOUND: { code: 5, http: 404 },
  ALREADY_EXISTS: { code: 6, http: 409 },
  PERMISSION_DENIED: { code: 7, http: 403 },
  RESOURCE_EXHAUSTED: { code: 8, http: 429 },
  FAILED_PRECONDITION: { code: 9, http: 400 },
  ABORTED: { code: 10, http: 409 },
  OUT_OF_RANGE: { code: 11, http: 400 },
  UNIMPLEMENTED: { code: 12, http: 501 },
  INTERNAL: { code: 13, http: 500 },
  UNAVAILABLE: { code: 14, http: 503 },
  UNAUTHENTICATED: { code: 16, http: 401 },
} as const;

export type StatusName = keyof typeof STATUSES;

/** Maximum message length. Messages echo client input, so longer ones are truncated. */
const MAX_MESSAGE_CHARACTERS = 2000;

/** An expected error. Clients receive its status and message and no other detail. */
export class StatusError extends Error {
  constructor(
    readonly status: StatusName,
    message: string,
  ) {
    super(message.length > MAX_MESSAGE_CHARACTERS ? `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…` : message);
    this.name = 'StatusError';
  }

  /** The numeric gRPC code of this status. */
  get code(): number {
    return STATUSES[this.status].code;
  }

  get httpStatus(): number {
    return STATUSES[this.status].http;
  }
}

export const invalidArgument = (message: string) => new StatusError('INVALID_ARGUMENT', message);

/** Formats input for an error message: plain values are truncated, anything else is named by its kind only. */
export function quoted(input: unknown): string {
  if (typeof input === 'object' && input !== null) return Array.isArray(input) ? 'a list' : 'a message';
  const text = JSON.stringify(input) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** The message used when security rules deny a request. */
export const permissionDenied = () => new StatusError('PERMISSION_DENIED', 'Missing or insufficient permissions.');

/**
 * Converts any failure to the error sent to the client: a `StatusError` as is, anything else as an internal error
 * without details.
 */
export function toStatusError(failure: unknown): StatusError {
  return failure instanceof StatusError ? failure : new StatusError('INTERNAL', 'An internal error occurred.');
}

/** Formats the error body of a failed call as Google's HTTP APIs do. */
export const errorBody = (error: StatusError) => ({
  error: { code: error.httpStatus, message: error.message, status: error.status },
});
