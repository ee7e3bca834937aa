/** Interval before code that failed to load is requested again, in milliseconds. */
const TRY_AGAIN_MS = 3000;

/** Loads code and retries until it succeeds: the device may be offline for a moment. Never rejects. */
export const loadUntilDone = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, TRY_AGAIN_MS);
    });
    return loadUntilDone(load);
  });
