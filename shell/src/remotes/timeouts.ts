/** Time after which a loading part counts as slow and offers a retry, in milliseconds. */
export const SLOW_MS = 2500;
/** Time after which it counts as failed, in milliseconds. Long, because a slow connection is not broken. */
export const GIVE_UP_MS = 10_000;
/**
 * How long the page must stay responsive after a part has started, in milliseconds, before that part is cleared of
 * suspicion.
 */
export const ANSWERS_MS = 3000;
/**
 * Time that React has to hydrate a part whose code has loaded, in milliseconds, before nothing may interrupt it any more.
 */
export const HYDRATE_MS = 3000;
