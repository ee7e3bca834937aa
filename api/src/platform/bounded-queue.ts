import { AppError } from './app-error';

const RETRY_AFTER_SECONDS = 2;

/** Limits concurrent work and the length of the queue; rejects further work at once with `unavailable`. */
export function createBoundedQueue({ running: maxRunning, waiting: maxWaiting }: { running: number; waiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
