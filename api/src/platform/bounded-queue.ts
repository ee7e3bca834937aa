import { AppError } from './app-error';

const RETRY_AFTER_SECONDS = 2;

/** Does so many things at once and lets so many wait; whatever comes beyond is `unavailable` at once. */
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
