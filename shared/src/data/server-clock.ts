/** How far the clock of the server is ahead of the device's, as the last answer of the api told it: to the second. NaN where it told nothing. */
export const serverClock = { aheadMs: 0 };
