// @ts-check
/** An error shown in the terminal as its one-sentence message, without a stack trace. */
export class UserFacingError extends Error {
  /** @override */
  name = 'UserFacingError';
}
