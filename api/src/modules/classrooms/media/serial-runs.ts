/**
 * Returns a function that runs `work` for a key, one run per key at a time. Calls made during a run share the next run,
 * which starts after them, so that each call's run sees the state at the time of the call.
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
