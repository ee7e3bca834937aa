const INTERVAL_MS = 50;

/** Reads until the value is right and returns it; after the time it returns the last one, for the test to judge. */
export async function until<T>(
  read: () => Promise<T> | T,
  isRight: (value: T) => boolean,
  withinMs = 15_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isRight(value) || performance.now() > end) return value;
    await new Promise((done) => setTimeout(done, INTERVAL_MS));
  }
}
