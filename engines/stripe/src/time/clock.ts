import type { Storage } from '../storage/storage';
import { Work, type WorkOptions } from '../work/work';

/** The engine's clock: real time plus an adjustable offset. */
export interface EngineClock {
  nowMs(): number;
  nowSeconds(): number;
  /** Loads the offset set by another engine on the same storage or by an earlier run. */
  load(): Promise<void>;
  advance(seconds: number): Promise<void>;
}

export function engineClock(
  storage: Storage,
  realMs: () => number,
  workOptions: (transaction: WorkOptions['transaction']) => WorkOptions,
): EngineClock {
  let offsetSeconds = 0;
  const nowMs = () => realMs() + offsetSeconds * 1000;
  return {
    nowMs,
    nowSeconds: () => Math.floor(nowMs() / 1000),
    async load() {
      const state = await storage.read((transaction) =>
        new Work(workOptions(transaction)).find('engine_state', 'state'),
      );
      offsetSeconds = state?.clockOffsetSeconds ?? 0;
    },
    async advance(seconds) {
      if (!Number.isSafeInteger(seconds) || seconds < 0) throw new Error('The clock runs forward, in whole seconds.');
      offsetSeconds = await storage.write(async (transaction) => {
        const work = new Work(workOptions(transaction));
        const state = await work.find('engine_state', 'state');
        const clockOffsetSeconds = (state?.clockOffsetSeconds ?? 0) + seconds;
        work.save<'engine_state'>({
          id: 'state',
          object: 'engine_state',
          created: Math.floor(realMs() / 1000),
          clockOffsetSeconds,
        });
        return clockOffsetSeconds;
      });
    },
  };
}
