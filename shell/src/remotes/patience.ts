/** From when a part that is still loading says so and offers another try, in milliseconds. */
export const SLOW_MS = 2500;
/** From when it counts as failed, in milliseconds. A slow line is not broken, so this is long. */
export const GIVE_UP_MS = 10_000;
