// @ts-check
/** A failure that is told to the person at the terminal as its one sentence, without a stack. */
export class UserFacingError extends Error {
  /** @override */
  name = 'UserFacingError';
}
