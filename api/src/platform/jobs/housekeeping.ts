import { millisecondsInMinute } from 'date-fns/constants';

import type { Clock } from '../clock';

const INTERVAL_MS = 10 * millisecondsInMinute;

/** Periodic cleanup or settlement. Idempotent, also on several instances at once. */
export type HousekeepingTask = (now: Date) => Promise<void>;

interface HousekeepingDeps {
  clock: Clock;
  /** Run in order; a failing task ends the round. */
  tasks: readonly HousekeepingTask[];
  onTrouble: (error: unknown) => void;
}

/** Runs all tasks every ten minutes until stopped. */
export function startHousekeeping({ clock, tasks, onTrouble }: HousekeepingDeps): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = doAll(tasks, clock.now()).catch(onTrouble);
  }, INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function doAll(tasks: readonly HousekeepingTask[], now: Date): Promise<void> {
  for (const task of tasks) await task(now);
}
