/** Rejected change of the registry, with the reason as one sentence for the caller. */
export class ReleaseRefusal extends Error {
  override name = 'ReleaseRefusal';

  /** @param status 409: it does not fit what is there; 422: something is missing or wrong; 403: not for this caller; 503: not at the moment. */
  constructor(
    message: string,
    readonly status: 403 | 409 | 422 | 503 = 409,
  ) {
    super(message);
  }
}
