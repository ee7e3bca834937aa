/**
 * Returns a function that does the work for a key, one run at a time. Calls during a run share the next one, which
 * begins after them, so that each call sees the state that it was made for.
 */
export function createSerialRuns(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();

  function begin(key: string): Promise<void> {
    waiting.delete(key);
    const run = work(key).finally(() => {
      if (running.get(key) === run) running.delete(key);
    });
    running.set(key, run);
    return run;
  }

  return (key) => {
    const next = waiting.get(key);
    if (next) return next;
    const run = running.get(key);
    if (!run) return begin(key);
    const after = run.then(
      () => begin(key),
      () => begin(key),
    );
    waiting.set(key, after);
    return after;
  };
}
