import { observed } from '@manabiba/telemetry/observed';
import { millisecondsInMinute } from 'date-fns/constants';

import type { Clock } from '../clock';

const INTERVAL_MS = 10 * millisecondsInMinute;

/** Periodic cleanup or settlement. Idempotent, also on several instances at once. */
export type HousekeepingTask = (now: Date) => Promise<void>;

interface HousekeepingDeps {
  clock: Clock;
  /** Run in order, whichever of them fail. */
  tasks: readonly HousekeepingTask[];
  onTrouble: (error: unknown) => void;
}

/** Runs all tasks every ten minutes until stopped. */
export function startHousekeeping({ clock, tasks, onTrouble }: HousekeepingDeps): { stop: () => Promise<void> } {
  let running = Promise.resolve();

  async function doAll(now: Date): Promise<void> {
    for (const task of tasks) {
      try {
        await task(now);
      } catch (error) {
        observed.defect.report({ kind: 'housekeeping' });
        onTrouble(error);
      }
    }
  }

  const timer = setInterval(() => {
    running = doAll(clock.now());
  }, INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Does the work for each of the items, whichever of them fail, and fails at the end if any did. */
export async function doForEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
}
