/** The Twirp error codes that the room service uses, with their HTTP statuses. */
const STATUSES = {
  malformed: 400,
  invalid_argument: 400,
  unauthenticated: 401,
  bad_route: 404,
  not_found: 404,
  failed_precondition: 412,
  resource_exhausted: 429,
  internal: 500,
} as const;

export type TwirpCode = keyof typeof STATUSES;

/** A failed call of the room service. */
export class TwirpError extends Error {
  override readonly name = 'TwirpError';
  constructor(
    readonly code: TwirpCode,
    message: string,
  ) {
    super(message);
  }

  get status(): number {
    return STATUSES[this.code];
  }
}
