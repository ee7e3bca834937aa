/**
 * Longest repetition, in milliseconds, well below what the jobs that repeat rounds may take: a job that takes longer is
 * started a second time in parallel.
 */
const MAX_MS = 60_000;

/** Repeats the rounds of jobs that work off a queue. */
export interface Rounds {
  /** Repeats `round` until it returns false, time is up or everything stops. */
  repeat(round: () => Promise<boolean>): Promise<void>;
  /** Begins no further round, and waits for those in progress. */
  stop(): Promise<void>;
}

export function createRounds(): Rounds {
  let isStopping = false;
  const running = new Set<Promise<void>>();

  async function repeatUntil(end: number, round: () => Promise<boolean>): Promise<void> {
    while (!isStopping && performance.now() < end && (await round()));
  }

  return {
    async repeat(round) {
      const repetition = repeatUntil(performance.now() + MAX_MS, round);
      running.add(repetition);
      try {
        await repetition;
      } finally {
        running.delete(repetition);
      }
    },
    async stop() {
      isStopping = true;
      await Promise.allSettled(running);
    },
  };
}
