import type { Pool } from 'pg';

import type { DemoPermission } from './demo-permission';
import { renewDemo } from './redate-demo';

const EVERY_MS = 60_000;

interface KeepOptions {
  pool: Pool;
  permission: DemoPermission;
  onTrouble: (trouble: unknown) => void;
}

/** Keeps a running demo alive, a look a minute. `stop` waits for what is under way. */
export function keepDemo({ pool, permission, onTrouble }: KeepOptions): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= renewDemo({ pool, permission, now: new Date() })
      .catch(onTrouble)
      .finally(() => {
        running = null;
      });
  }, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
