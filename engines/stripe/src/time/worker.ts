const TICK_MS = 1000;

export interface Worker {
  /** Processes what is due; runs are sequential. Resolves when a run that began after the call is over. */
  run(): Promise<void>;
  /** Stops the timer and waits for the current run. */
  stop(): Promise<void>;
}

/** Creates a worker that processes what is due every second and on demand. */
export function startWorker(work: () => Promise<void>, onFailure: (failure: unknown) => void): Worker {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  const run = () => {
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  const timer = setInterval(() => {
    if (waiting === 0) run().catch(onFailure);
  }, TICK_MS).unref();
  return {
    run,
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}
