/** Polls until the value fits and returns it; on timeout returns the last value for the test to assert on. */
export async function until<T>(
  read: () => Promise<T> | T,
  isRight: (value: T) => boolean,
  withinMs = 15_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isRight(value) || performance.now() > end) return value;
    await new Promise((done) => setTimeout(done, 100));
  }
}
