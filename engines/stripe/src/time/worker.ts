const TICK_MS = 1000;

export interface Worker {
  /** Does what is due; runs follow each other. Resolves when a run that began after the call is over. */
  run(): Promise<void>;
  /** Ends the timer and waits for the run under way. */
  stop(): Promise<void>;
}

/** Turns time into transitions: does what is due every second, and whenever somebody asks for it. */
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
