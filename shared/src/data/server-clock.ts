/**
 * How far the server clock is ahead of the device clock, from the last response of the api, to the second. NaN when it
 * is unknown.
 */
export const serverClock = { aheadMs: 0 };
