/**
 * Returns the e-mail address that the previous page passed on in the history state, or an empty string. Addresses are not part
 * of URLs, because URLs are logged.
 *
 * @param state of the current location.
 */
export const emailIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : '';
