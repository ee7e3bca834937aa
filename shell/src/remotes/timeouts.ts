/** From when a part that is still loading says so and offers another try, in milliseconds. */
export const SLOW_MS = 2500;
/** From when it counts as failed, in milliseconds. A slow line is not broken, so this is long. */
export const GIVE_UP_MS = 10_000;
/** How long the page must go on answering after a part has begun to run, in milliseconds, until that part is past suspicion. */
export const ANSWERS_MS = 3000;
